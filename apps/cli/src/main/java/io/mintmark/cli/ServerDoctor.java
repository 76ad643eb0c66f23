package io.mintmark.cli;

import io.mintmark.cli.Finding.Group;
import io.mintmark.cli.ids.Severity;
import io.mintmark.error.MintmarkException;
import io.mintmark.generator.Description;
import io.mintmark.internal.time.ElapsedClock;
import io.mintmark.json.JsonObject;
import io.mintmark.service.Problem;
import io.mintmark.service.ProblemException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Examines a server: the connection to it, its own reports and, through it, its store. If the token
 * does not permit an examination, the examination is left out and reported as such.
 *
 * @param server the server
 * @param clock this host's clock
 * @param elapsed measures durations
 * @param found receives the findings, the first of which are on the server
 */
record ServerDoctor(
    ServerSource server, InstantSource clock, ElapsedClock elapsed, Findings found) {

  /** A certificate should be replaced this long before its end. */
  private static final Duration RENEWAL = Duration.ofDays(30);

  /**
   * Examines everything. If the server does not answer or refuses access, the examination ends
   * there.
   */
  List<Finding> examine(boolean claims) {
    List<Description> generators = new ArrayList<>();
    if (!attempt("reached", this::approach) || !isLetIn(generators)) {
      return found.all();
    }
    Findings ofStore = found.of(Group.STORE);
    boolean reads = attempt("store", () -> ofStore.ok("store", server.storeUrl()));
    if (reads) {
      new Doctor(server.store(), clock, elapsed, ofStore).examine(generators);
    }
    if (claims && reads && attempt("claims", server::tryClaim)) {
      new ClaimProbe(server.store(), elapsed, ClaimProbe.FEW, ofStore).examine();
    }
    return found.all();
  }

  /** Runs one examination. Returns whether it was possible. */
  private boolean attempt(String name, Runnable look) {
    try {
      look.run();
      return true;
    } catch (ProblemException e) {
      boolean isFault = e.kind().isFailure();
      String value = isFault ? "no" : "not checked";
      Severity level = isFault ? Severity.FAIL : Severity.WARN;
      found.add(name, level, value, String.valueOf(e.getMessage()));
    } catch (MintmarkException e) {
      found.add(name, Severity.FAIL, "no", String.valueOf(e.getMessage()));
    }
    return false;
  }

  /** Examines everything that needs no token. */
  private void approach() {
    encryption();
    JsonObject ready = server.readiness();
    boolean isReady = ready.text("status").equals("ready");
    // Only generators that claim ahead.
    String runways = ready.objects("generators").stream()
        .flatMap(each ->
            each.optional("left").stream().map(left -> each.text("name") + " (" + left + ")"))
        .collect(Collectors.joining(", "));
    found.add(
        "ready",
        Severity.FAIL.when(!isReady),
        isReady ? "yes" : "no" + (runways.isEmpty() ? "" : "; ids still come from " + runways),
        isReady ? "" : ready.text("detail"));
  }

  private void encryption() {
    List<X509Certificate> chain = server.certificates();
    if (chain.isEmpty()) {
      boolean here = server.isOnThisMachine();
      found.add(
          "encryption",
          Severity.WARN.when(!here),
          here ? "none, on this machine" : "none",
          "tokens and ids are readable on the network: serve with TLS"
              + " (docs/operations/security.md)");
      return;
    }
    X509Certificate first =
        chain.stream().min(Comparator.comparing(X509Certificate::getNotAfter)).orElseThrow();
    Instant end = first.getNotAfter().toInstant();
    Duration left = Duration.between(clock.instant(), end);
    found.add(
        "certificate",
        Severity.WARN.when(left.compareTo(RENEWAL) < 0),
        first.getSubjectX500Principal().getName() + ", until " + end + " (" + left.toDays()
            + " days)",
        "it expires in less than " + RENEWAL.toDays() + " days: renew it; the server reloads the"
            + " files automatically");
  }

  private boolean isLetIn(List<Description> generators) {
    String shown = server.tokenFile().isPresent() ? "sent" : "none sent";
    try {
      generators.addAll(server.generators());
      found.ok("token", shown + ", may read");
      return true;
    } catch (ProblemException e) {
      boolean isKnown = e.kind() == Problem.Kind.FORBIDDEN;
      String value = shown + (isKnown ? ", may not read" : ", refused");
      found.add(
          "token", isKnown ? Severity.WARN : Severity.FAIL, value, String.valueOf(e.getMessage()));
      return isKnown;
    }
  }
}
