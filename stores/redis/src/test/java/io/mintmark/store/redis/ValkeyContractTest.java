package io.mintmark.store.redis;

import io.mintmark.debian.DebianSid;
import io.mintmark.rigs.EngineProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The contract on Valkey 9. */
@Tag("long")
final class ValkeyContractTest extends NewerRedisContract {

  private static EngineProcess engine;

  @BeforeAll
  static void start(@TempDir Path folder) throws Exception {
    Path program = DebianSid.server(folder, "valkey");
    engine = RedisServers.start(program, folder, EngineProcess.freePort(), RedisServers.DURABLE);
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
