package io.mintmark.store.redis;

import io.mintmark.rigs.EngineProcess;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The contract on the host's own server. On most hosts it is newer than the bundled one. */
@Tag("long")
final class HostRedisContractTest extends NewerRedisContract {

  private static EngineProcess engine;

  @BeforeAll
  static void start(@TempDir Path folder) {
    Optional<Path> program = RedisServers.onHost();
    Assumptions.assumeTrue(program.isPresent(), "skipped: needs redis-server on the host");
    engine = RedisServers.start(
        program.orElseThrow(), folder, EngineProcess.freePort(), RedisServers.DURABLE);
  }

  @AfterAll
  static void end() {
    if (engine != null) {
      engine.close();
    }
  }

  @Override
  EngineProcess engine() {
    return engine;
  }
}
