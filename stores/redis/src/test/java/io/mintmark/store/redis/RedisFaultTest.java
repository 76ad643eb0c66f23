package io.mintmark.store.redis;

import io.mintmark.rigs.EngineFaultContract;
import io.mintmark.rigs.EngineProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
class RedisFaultTest extends EngineFaultContract {

  @TempDir
  static Path directory;

  @Override
  protected EngineProcess startEngine() {
    return RedisServers.startDurable(directory);
  }

  @Override
  protected String url(int port) {
    return "redis://127.0.0.1:" + port + "?strict=true";
  }
}
