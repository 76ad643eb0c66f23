package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.GeneratorObserver;
import io.mintmark.internal.time.ElapsedClock;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class WaitNoticeTest {

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private WaitNotice notice(boolean screen) {
    return new WaitNotice(new Terminal(
        InputStream.nullInputStream(),
        new ByteArrayOutputStream(),
        err,
        false,
        screen,
        Map.of(),
        InstantSource.system(),
        ElapsedClock.system()));
  }

  private static void waitAndClaim(WaitNotice notice) {
    notice.claimFailed(away(Duration.ofMillis(9_100)));
    notice.claimFailed(away(Duration.ofMillis(900)));
    notice.claimed(away(Duration.ZERO));
    notice.claimed(away(Duration.ZERO));
  }

  private record Failed(String generator, Duration took, Throwable cause)
      implements GeneratorObserver.FailedClaim {}

  private static Failed away(Duration left) {
    return new Failed(
        "users",
        Duration.ZERO,
        new StoreUnavailableException("the store may have forgotten claims", left));
  }

  @Test
  void claimFailed_onATerminal_countsDownAndIsWiped() {
    waitAndClaim(notice(true));
    assertThat(err.toString(StandardCharsets.UTF_8))
        .isEqualTo("\r\u001b[Kwaiting for a worker number: 10 s left"
            + "\r\u001b[Kwaiting for a worker number: 1 s left\r\u001b[K");
  }

  @Test
  void claimFailed_notATerminalOrUnknownWait_printsNothing() {
    waitAndClaim(notice(false));
    notice(true)
        .claimFailed(
            new Failed("users", Duration.ZERO, new StoreUnavailableException("no connection")));
    assertThat(err.size()).isZero();
  }
}
