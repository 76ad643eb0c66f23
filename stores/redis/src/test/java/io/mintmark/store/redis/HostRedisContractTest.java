package io.mintmark.store.redis;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The contract on the host's own server. On most hosts it is newer than the bundled one. */
@Tag("long")
final class HostRedisContractTest extends NewerRedisContract {

  HostRedisContractTest(@TempDir Path folder) {
    super(program(), folder);
  }

  /** Returns the server's program. Skips the test if it is missing. */
  private static Path program() {
    Optional<Path> program = RedisServers.onHost();
    Assumptions.assumeTrue(program.isPresent(), "skipped: needs redis-server on the host");
    return program.orElseThrow();
  }
}
