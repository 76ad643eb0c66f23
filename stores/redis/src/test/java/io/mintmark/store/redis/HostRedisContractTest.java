package io.mintmark.store.redis;

import io.mintmark.rigs.EngineProcess;
import io.mintmark.store.ClaimStore;
import io.mintmark.testkit.ClaimStoreContract;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The contract on the host's own server. On most hosts it is newer than the bundled one. */
@Tag("long")
class HostRedisContractTest extends ClaimStoreContract {

  @TempDir
  static Path directory;

  private static EngineProcess engine;

  @BeforeAll
  static void start() {
    Optional<Path> program = RedisServers.onHost();
    Assumptions.assumeTrue(program.isPresent(), "needs redis-server on the host");
    engine = RedisServers.start(
        program.orElseThrow(), directory, EngineProcess.freePort(), RedisServers.DURABLE);
  }

  @AfterAll
  static void end() {
    if (engine != null) {
      engine.close();
    }
  }

  @Override
  protected ClaimStore open() {
    return RedisStore.builder()
        .url("redis://127.0.0.1:" + engine.port() + "?strict=true")
        .open();
  }
}
