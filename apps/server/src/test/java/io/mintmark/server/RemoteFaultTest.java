package io.mintmark.server;

import io.mintmark.rigs.EngineFaultContract;
import io.mintmark.rigs.EngineProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** Tests a server that is killed, paused and disconnected while processes claim from it. */
@Tag("long")
class RemoteFaultTest extends EngineFaultContract {

  @TempDir
  private static Path directory;

  @Override
  protected EngineProcess startEngine() {
    return StoreServer.start(directory);
  }

  @Override
  protected String url(int port) {
    return "mintmark://127.0.0.1:" + port;
  }
}
