package io.mintmark.store.redis;

import io.mintmark.debian.DebianSid;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

/** A Redis 8 that loses acknowledged writes, including settings. */
@Tag("long")
final class Redis8ForgottenSettingsTest extends RedisForgottenSettingsTest {

  @Override
  Path program(Path folder) throws Exception {
    return DebianSid.server(folder, "redis");
  }
}
