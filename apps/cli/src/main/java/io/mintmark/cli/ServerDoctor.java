package io.mintmark.cli;

import io.mintmark.cli.Finding.Group;
import io.mintmark.error.MintmarkException;
import io.mintmark.generator.Description;
import io.mintmark.json.JsonObject;
import io.mintmark.time.ElapsedClock;
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
 */
final class ServerDoctor {

  /** A certificate should be replaced this long before its end. */
  private static final Duration RENEWAL = Duration.ofDays(30);

  private final ServerSource server;
  private final InstantSource clock;
  private final ElapsedClock elapsed;
  private final Findings found = new Findings(Group.SERVER);

  ServerDoctor(ServerSource server, InstantSource clock, ElapsedClock elapsed) {
    this.server = server;
    this.clock = clock;
    this.elapsed = elapsed;
  }

  /**
   * Examines everything. If the server does not answer or refuses access, the examination ends
   * there.
   */
  List<Finding> examine(boolean claims) throws InterruptedException {
    List<Description> generators = new ArrayList<>();
    if (!attempt("reached", this::approach) || !isLetIn(generators)) {
      return found.all();
    }
    boolean reads = attempt("store", () -> found.of(Group.STORE).ok("store", server.storeUrl()));
    if (reads) {
      new Doctor(server.store(), clock, elapsed, found).examine(generators);
    }
    if (claims && reads && attempt("claims", server::tryClaim)) {
      new ClaimProbe(server.store(), elapsed, ClaimProbe.FEW, found).examine();
    }
    return found.all();
  }

  /** Runs one examination. Returns whether it was possible. */
  private boolean attempt(String name, Runnable look) {
    try {
      look.run();
      return true;
    } catch (ServerRefusedException e) {
      String reason = String.valueOf(e.getMessage());
      if (e.isServerFault()) {
        found.fail(name, "no", reason);
      } else {
        found.warn(name, "not checked", reason);
      }
    } catch (MintmarkException e) {
      found.fail(name, "no", String.valueOf(e.getMessage()));
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
    found.failIf(
        !isReady,
        "ready",
        isReady ? "yes" : "no" + (runways.isEmpty() ? "" : "; ids still come from " + runways),
        isReady ? "" : ready.text("detail"));
  }

  private void encryption() {
    List<X509Certificate> chain = server.certificates();
    if (chain.isEmpty()) {
      boolean here = server.isOnThisMachine();
      found.warnIf(
          !here,
          "encryption",
          here ? "none, on this machine" : "none",
          "tokens and ids are readable on the network: serve with TLS"
              + " (docs/operations/security.md)");
      return;
    }
    X509Certificate first =
        chain.stream().min(Comparator.comparing(X509Certificate::getNotAfter)).orElseThrow();
    Instant end = first.getNotAfter().toInstant();
    Duration left = Duration.between(clock.instant(), end);
    found.warnIf(
        left.compareTo(RENEWAL) < 0,
        "certificate",
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
    } catch (ServerRefusedException e) {
      String why = String.valueOf(e.getMessage());
      if (!e.isForbidden()) {
        found.fail("token", shown + ", refused", why);
        return false;
      }
      found.warn("token", shown + ", may not read", why);
    }
    return true;
  }
}
