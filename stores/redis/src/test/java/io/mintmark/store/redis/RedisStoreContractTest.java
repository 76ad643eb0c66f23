package io.mintmark.store.redis;

import io.mintmark.internal.store.LineStore;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.testkit.ClaimStoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

@Tag("long")
class RedisStoreContractTest extends ClaimStoreContract {

  @TempDir
  static Path directory;

  private static EngineProcess engine;

  @BeforeAll
  static void start() {
    engine = RedisServers.startDurable(directory);
  }

  @AfterAll
  static void end() {
    if (engine != null) {
      engine.close();
    }
  }

  @Override
  protected LineStore open() {
    return RedisStore.builder()
        .url("redis://127.0.0.1:" + engine.port() + "?strict=true")
        .open();
  }
}
