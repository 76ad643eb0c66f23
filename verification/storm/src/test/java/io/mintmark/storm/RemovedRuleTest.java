package io.mintmark.storm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The storm finds equal ids if the rule about taking a worker number is removed. */
@Tag("fault")
@Tag("long")
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class RemovedRuleTest {

  @Test
  void run_heldWorkerNumberIsTaken_findsRepeatedIds(@TempDir Path files) throws Exception {
    try (Resources resources = new Resources()) {
      Engine engine = new ForgettingRedis(files.resolve("engine"), resources) {
        @Override
        public String url(int port) {
          return BlindStoreProvider.SCHEME + ":" + super.url(port);
        }
      };
      Environment environment = Environment.start("blind-redis", engine, files, resources);
      Storm storm =
          new Storm(environment, Set.of("engine killed and empty again"), 20260101, System.out);
      assertThat(storm.run(10).findings())
          .anyMatch(finding ->
              finding.matches("(?s).*ids repeat: kind=(SNOWFLAKE|OPAQUE|WORKER_KEY),.*"));
    }
  }
}
