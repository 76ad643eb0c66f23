package io.mintmark.store.zookeeper;

import io.mintmark.internal.store.LineStore;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.testkit.ClaimStoreContract;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The contract on one real server. */
@Tag("long")
final class ZooKeeperStoreContractTest extends ClaimStoreContract {

  private static EngineProcess server;

  @BeforeAll
  static void start(@TempDir Path directory) throws IOException {
    server = ZooKeeperServers.standalone(directory);
  }

  @AfterAll
  static void end() {
    server.close();
  }

  @Override
  protected LineStore open() {
    return ZooKeeperStore.builder()
        .url(ZooKeeperServers.url(server.port()))
        .timeout(ZooKeeperStore.DEFAULT_TIMEOUT)
        .open();
  }
}
