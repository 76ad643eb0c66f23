package io.mintmark.store.mongodb;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import io.mintmark.rigs.EngineProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.h2.mvstore.MVStore;

/**
 * The wire-compatible server in a process of its own, with its data in a file. By itself it writes
 * its file once a second; this one writes and syncs after each command, before it answers, as a
 * journal does. Also for other modules.
 */
public final class CompatibleServer extends H2Backend {

  /** How long room that is not needed stays as it is; each commit is synced, so not long. */
  private static final int KEPT_MS = 5_000;

  private CompatibleServer(MVStore store) {
    super(store);
  }

  /** One at a time, so that the file never has half of what a command did. */
  @Override
  public synchronized Document handleMessage(MongoMessage message) {
    Document answer = super.handleMessage(message);
    if (getMvStore().hasUnsavedChanges()) {
      commit();
      getMvStore().sync();
    }
    return answer;
  }

  /** Starts one on a free port, in a directory that is made for it. */
  public static EngineProcess start() throws IOException {
    int port = EngineProcess.freePort();
    return EngineProcess.start(
        "mintmark-mongodb", port, directory -> command(port, directory.resolve("data.mv")));
  }

  /** Starts one on a free port, with its file where the caller says. */
  public static EngineProcess start(Path directory, Path file) {
    int port = EngineProcess.freePort();
    return EngineProcess.start(directory, port, command(port, file));
  }

  private static List<String> command(int port, Path file) {
    return List.of(
        ProcessHandle.current().info().command().orElseThrow(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-cp",
        System.getProperty("java.class.path"),
        CompatibleServer.class.getName(),
        Integer.toString(port),
        file.toString());
  }

  /** What runs in the other process: the port and the file are the arguments. */
  public static void main(String[] arguments) {
    MVStore store =
        new MVStore.Builder().fileName(arguments[1]).autoCommitDisabled().open();
    store.setRetentionTime(KEPT_MS);
    new MongoServer(new CompatibleServer(store)).bind("127.0.0.1", Integer.parseInt(arguments[0]));
  }
}
