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
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** The contract on the host's own server. On most hosts it is newer than the bundled one. */
@Tag("long")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostRedisContractTest extends ClaimStoreContract {

  private EngineProcess engine;

  /** Returns the server's program. Skips the tests if it is missing. */
  Path program(Path folder) throws Exception {
    Optional<Path> program = RedisServers.onHost();
    Assumptions.assumeTrue(program.isPresent(), "skipped: needs redis-server on the host");
    return program.orElseThrow();
  }

  @BeforeAll
  void start(@TempDir Path folder) throws Exception {
    engine =
        RedisServers.start(program(folder), folder, EngineProcess.freePort(), RedisServers.DURABLE);
  }

  @AfterAll
  void end() {
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
