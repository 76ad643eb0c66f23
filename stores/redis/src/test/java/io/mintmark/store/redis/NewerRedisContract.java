package io.mintmark.store.redis;

import io.mintmark.internal.store.LineStore;
import io.mintmark.rigs.EngineProcess;
import io.mintmark.testkit.ClaimStoreContract;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;

/** The contract on a server that is newer than the bundled one. Each test has its own server. */
abstract class NewerRedisContract extends ClaimStoreContract {

  private final EngineProcess engine;

  NewerRedisContract(Path program, Path folder) {
    engine = RedisServers.start(program, folder, EngineProcess.freePort(), RedisServers.DURABLE);
  }

  @Override
  protected LineStore open() {
    return RedisStore.builder()
        .url("redis://127.0.0.1:" + engine.port() + "?strict=true")
        .open();
  }

  @AfterEach
  void end() {
    engine.close();
  }
}
