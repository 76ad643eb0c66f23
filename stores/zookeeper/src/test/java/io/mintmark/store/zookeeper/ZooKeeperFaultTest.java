package io.mintmark.store.zookeeper;

import io.mintmark.rigs.EngineFaultContract;
import io.mintmark.rigs.EngineProcess;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Faults of one real server. */
@Tag("long")
final class ZooKeeperFaultTest extends EngineFaultContract {

  @TempDir
  static Path directory;

  @Override
  protected EngineProcess startEngine() throws IOException {
    return ZooKeeperServers.standalone(directory);
  }

  @Override
  protected String url(int port) {
    return ZooKeeperServers.url(port);
  }
}
