package io.mintmark.store.redis;

import io.mintmark.debian.DebianSid;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The contract on Valkey 9. */
@Tag("long")
final class ValkeyContractTest extends NewerRedisContract {

  ValkeyContractTest(@TempDir Path folder) throws Exception {
    super(DebianSid.server(folder, "valkey"), folder);
  }
}
