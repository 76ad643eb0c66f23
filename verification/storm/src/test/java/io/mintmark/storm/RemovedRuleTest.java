package io.mintmark.storm;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.storm.Storm.Outcome;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The storm finds equal ids if a rule that keeps windows apart is removed. */
@Tag("fault")
@Tag("long")
@Timeout(value = 600, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class RemovedRuleTest {

  @Test
  void run_windowsOfANewLifeStartAtOnce_findsRepeatedIds(@TempDir Path files) throws Exception {
    try (Resources resources = new Resources()) {
      Engine engine = new ForgettingRedis(files.resolve("engine"), resources) {
        @Override
        public String url(int port) {
          return HastyStoreProvider.SCHEME + ":" + super.url(port);
        }
      };
      Environment environment = Environment.start("hasty-redis", engine, files, resources);
      Storm storm =
          new Storm(environment, Set.of("engine killed and empty again"), 20260101, System.out);
      Outcome outcome = storm.run(10);
      assertThat(outcome.findings())
          .anyMatch(finding -> finding.startsWith("ids repeat: kind=SNOWFLAKE"));
    }
  }
}
