package io.mintmark.faults.day;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.faults.Programs;
import io.mintmark.faults.day.Day.Length;
import io.mintmark.rigs.ToolRun;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The short day. */
@Tag("fault")
@Tag("long")
class DayTest {

  private static final Path ALERTS = Path.of("../../docs/operations/alerts.yaml");

  @Test
  @Timeout(value = 900, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void live_withAllThatHappensToAService_repeatsNoIdLosesNoRequestAndAlertsWhereItShould()
      throws Exception {
    ToolRun.assumeAreThere("prometheus", "openssl");
    assumeTrue(Programs.postgresql().isPresent(), "needs PostgreSQL's programs");

    assertThat(Day.live(Length.SHORT, ALERTS, System.out)).isEmpty();
  }
}
