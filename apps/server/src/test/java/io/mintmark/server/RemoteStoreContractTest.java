package io.mintmark.server;

import io.mintmark.store.ClaimStore;
import io.mintmark.store.remote.RemoteStore;
import io.mintmark.testkit.ClaimStoreContract;
import io.mintmark.testkit.EngineProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** The contract, through a server in a process of its own. */
class RemoteStoreContractTest extends ClaimStoreContract {

  @TempDir
  private static Path directory;

  private static EngineProcess server;

  @BeforeAll
  static void start() {
    server = StoreServer.start(directory);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Override
  protected ClaimStore open() {
    return RemoteStore.builder().url("mintmark://127.0.0.1:" + server.port()).open();
  }
}
