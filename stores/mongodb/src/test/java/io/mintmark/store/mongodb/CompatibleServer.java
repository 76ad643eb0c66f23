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
 * The wire-compatible server in a separate process, with its data in a file. By default it writes
 * its file once a second. This server writes and syncs after each command, before it replies, as a
 * journal does. Other modules use it too.
 */
public final class CompatibleServer extends H2Backend {

  /**
   * How long unused space is kept before it is overwritten. It can be short, because each commit is
   * synced.
   */
  private static final int KEPT_MS = 5_000;

  private CompatibleServer(MVStore store) {
    super(store);
  }

  /**
   * Executes one command at a time, so that the file never contains a part of a command's changes.
   */
  @Override
  public synchronized Document handleMessage(MongoMessage message) {
    Document answer = super.handleMessage(message);
    if (getMvStore().hasUnsavedChanges()) {
      commit();
      getMvStore().sync();
    }
    return answer;
  }

  /** Starts a server on a free port, in a new directory. */
  public static EngineProcess start() throws IOException {
    int port = EngineProcess.freePort();
    return EngineProcess.start(
        "mintmark-mongodb", port, directory -> command(port, directory.resolve("data.mv")));
  }

  /** Starts a server on a free port, with the given file. */
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

  /** The program of the other process. The arguments are the port and the file. */
  public static void main(String[] arguments) {
    MVStore store =
        new MVStore.Builder().fileName(arguments[1]).autoCommitDisabled().open();
    store.setRetentionTime(KEPT_MS);
    new MongoServer(new CompatibleServer(store)).bind("127.0.0.1", Integer.parseInt(arguments[0]));
  }
}
