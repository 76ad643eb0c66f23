package io.mintmark.store.redis;

import io.mintmark.debian.DebianSid;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;

/** A Valkey 9 that loses acknowledged writes, including settings. */
@Tag("long")
final class ValkeyForgottenSettingsTest extends RedisForgottenSettingsTest {

  @Override
  Path program(Path folder) throws Exception {
    return DebianSid.server(folder, "valkey");
  }
}
