package io.mintmark.cli;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.GeneratorObserver;

/**
 * Counts down the known wait for a worker number in one line on standard error, if that is a
 * screen. The log has the reason, and how to avoid the wait. A claim is retried each second, and
 * each failure contains the remaining time.
 */
final class WaitNotice implements GeneratorObserver {

  private final Progress line;

  WaitNotice(Terminal terminal) {
    this.line = new Progress(terminal);
  }

  @Override
  public synchronized void claimFailed(FailedClaim claim) {
    if (claim.cause() instanceof StoreUnavailableException away
        && !away.availableIn().isZero()) {
      long seconds = away.availableIn().plusMillis(999).toSeconds();
      line.show("waiting for a worker number: " + seconds + " s left");
    }
  }

  @Override
  public synchronized void claimed(Claim claim) {
    line.close();
  }
}
