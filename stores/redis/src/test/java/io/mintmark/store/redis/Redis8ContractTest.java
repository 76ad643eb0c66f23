package io.mintmark.store.redis;

import io.mintmark.debian.DebianSid;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The contract on Redis 8. */
@Tag("long")
final class Redis8ContractTest extends NewerRedisContract {

  Redis8ContractTest(@TempDir Path folder) throws Exception {
    super(DebianSid.server(folder, "redis"), folder);
  }
}
