package io.mintmark.store.mongodb;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import de.bwaldvogel.mongo.bson.Document;
import de.bwaldvogel.mongo.wire.message.MongoMessage;
import io.mintmark.testkit.EngineProcess;
import java.io.IOException;
import java.util.List;
import org.h2.mvstore.MVStore;

/**
 * The wire-compatible server in a process of its own, with its data in a file. By itself it writes
 * its file once a second; this one writes and syncs after each command, before it answers, as a
 * journal does. Also for other modules.
 */
public final class CompatibleServer extends H2Backend {

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

  /** Starts one on a free port. */
  public static EngineProcess start() throws IOException {
    int port = EngineProcess.freePort();
    String java = ProcessHandle.current().info().command().orElseThrow();
    return EngineProcess.start(
        "mintmark-mongodb",
        port,
        directory -> List.of(
            java,
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-cp",
            System.getProperty("java.class.path"),
            CompatibleServer.class.getName(),
            Integer.toString(port),
            directory.resolve("data.mv").toString()));
  }

  /** What runs in the other process: the port and the file are the arguments. */
  public static void main(String[] arguments) {
    MVStore store =
        new MVStore.Builder().fileName(arguments[1]).autoCommitDisabled().open();
    new MongoServer(new CompatibleServer(store)).bind("127.0.0.1", Integer.parseInt(arguments[0]));
  }
}
