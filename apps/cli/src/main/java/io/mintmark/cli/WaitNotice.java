package io.mintmark.cli;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.GeneratorObserver;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/**
 * Counts down the known wait for a worker number in one line on standard error, if that is a
 * screen. The log has the reason, and how to avoid the wait. A claim is retried each second, and
 * each failure contains the remaining time.
 */
final class WaitNotice implements GeneratorObserver {

  private static final String CLEAR_LINE = "\r\u001b[K";

  private final Terminal terminal;
  private boolean shown;

  WaitNotice(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public synchronized void claimFailed(FailedClaim claim) {
    if (terminal.errIsScreen()
        && claim.cause() instanceof StoreUnavailableException away
        && !away.availableIn().isZero()) {
      long seconds = away.availableIn().plusMillis(999).toSeconds();
      print(CLEAR_LINE + "waiting for a worker number: " + seconds + " s left");
      shown = true;
    }
  }

  @Override
  public synchronized void claimed(Claim claim) {
    if (shown) {
      print(CLEAR_LINE);
      shown = false;
    }
  }

  private void print(String text) {
    PrintWriter err = new PrintWriter(terminal.err(), false, StandardCharsets.UTF_8);
    err.print(text);
    err.flush();
  }
}
