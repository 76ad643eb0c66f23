package io.mintmark.store.redis;

import io.mintmark.debian.DebianSid;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

/** The contract on Redis 8. */
@Tag("long")
final class Redis8ContractTest extends HostRedisContractTest {

  @Override
  Path program(Path folder) throws Exception {
    return DebianSid.server(folder, "redis");
  }
}
