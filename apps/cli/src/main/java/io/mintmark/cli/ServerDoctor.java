package io.mintmark.cli;

import io.mintmark.cli.Finding.Group;
import io.mintmark.error.MintmarkException;
import io.mintmark.generator.Description;
import io.mintmark.json.JsonObject;
import io.mintmark.time.ElapsedClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Looks at a server: the way to it, what it says of itself, and, through it, at its store. What the
 * token is not for is left out, and that is said.
 */
final class ServerDoctor {

  /** How long before its end a certificate should be replaced. */
  private static final Duration RENEWAL = Duration.ofDays(30);

  private final ServerSource server;
  private final InstantSource clock;
  private final ElapsedClock elapsed;
  private final List<Finding> checks = new ArrayList<>();

  ServerDoctor(ServerSource server, InstantSource clock, ElapsedClock elapsed) {
    this.server = server;
    this.clock = clock;
    this.elapsed = elapsed;
  }

  /** Looks at everything; a server that does not answer, or lets nobody in, shows no more. */
  List<Finding> examine(boolean claims) throws InterruptedException {
    if (!attempt("reached", this::approach)) {
      return checks;
    }
    server.tokenFile().ifPresent(this::tokenFile);
    List<Description> generators = new ArrayList<>();
    if (!isLetIn(generators)) {
      return checks;
    }
    attempt("metrics", () -> checks.addAll(new ServerMetrics(server.samples()).examine()));
    boolean reads =
        attempt("store", () -> checks.add(Finding.ok(Group.STORE, "store", server.storeUrl())));
    if (reads) {
      checks.addAll(new Doctor(server.store(), clock, elapsed).examine(generators));
    }
    if (claims && reads && attempt("claims", server::tryClaim)) {
      checks.addAll(new ClaimProbe(server.store(), elapsed, ClaimProbe.FEW).examine());
    }
    return checks;
  }

  /** Tells whether something could be looked at. */
  private boolean attempt(String name, Runnable look) {
    try {
      look.run();
      return true;
    } catch (ServerRefusedException e) {
      String reason = String.valueOf(e.getMessage());
      checks.add(
          e.isServerFault()
              ? Finding.fail(Group.SERVER, name, "no", reason)
              : Finding.warn(Group.SERVER, name, "not looked at", reason));
    } catch (MintmarkException e) {
      checks.add(Finding.fail(Group.SERVER, name, "no", String.valueOf(e.getMessage())));
    }
    return false;
  }

  /** What takes no token. */
  private void approach() {
    encryption();
    JsonObject ready = server.readiness();
    String runways = String.join(
        ", ", ready.objects("generators").stream().flatMap(ServerDoctor::runway).toList());
    checks.add(
        ready.text("status").equals("ready")
            ? Finding.ok(Group.SERVER, "ready", "yes")
            : Finding.fail(
                Group.SERVER,
                "ready",
                "no" + (runways.isEmpty() ? "" : "; ids still come from " + runways),
                ready.text("detail")));
  }

  /** Of a generator that claims ahead. */
  private static Stream<String> runway(JsonObject generator) {
    return generator
        .optional("left")
        .map(left -> generator.text("name") + " (" + left + ")")
        .stream();
  }

  private void encryption() {
    List<X509Certificate> chain = server.certificates();
    if (chain.isEmpty()) {
      checks.add(
          server.isOnThisMachine()
              ? Finding.ok(Group.SERVER, "encryption", "none, on this machine")
              : Finding.warn(
                  Group.SERVER,
                  "encryption",
                  "none",
                  "tokens and ids can be read on their way: serve with TLS"
                      + " (docs/operations/security.md)"));
      return;
    }
    X509Certificate first =
        chain.stream().min(Comparator.comparing(X509Certificate::getNotAfter)).orElseThrow();
    Instant end = first.getNotAfter().toInstant();
    Duration left = Duration.between(clock.instant(), end);
    String found = first.getSubjectX500Principal().getName() + ", until " + end + " ("
        + left.toDays() + " days)";
    checks.add(
        left.compareTo(RENEWAL) < 0
            ? Finding.warn(
                Group.SERVER,
                "certificate",
                found,
                "it ends in less than " + RENEWAL.toDays() + " days: renew it; the server reads the"
                    + " new files by itself")
            : Finding.ok(Group.SERVER, "certificate", found));
  }

  /** Where files have no such permissions, there is nothing to be said. */
  private void tokenFile(Path file) {
    boolean open;
    try {
      open = Files.getPosixFilePermissions(file).contains(PosixFilePermission.OTHERS_READ);
    } catch (IOException | UnsupportedOperationException e) {
      return;
    }
    checks.add(
        open
            ? Finding.warn(
                Group.SERVER,
                "token's file",
                file + ", which every user of this machine can read",
                "chmod o-r " + file)
            : Finding.ok(Group.SERVER, "token's file", file.toString()));
  }

  private boolean isLetIn(List<Description> generators) {
    String shown = server.tokenFile().isPresent() ? "shown" : "none is shown";
    try {
      generators.addAll(server.generators());
      checks.add(Finding.ok(Group.SERVER, "token", shown + ", may read"));
    } catch (ServerRefusedException e) {
      String why = String.valueOf(e.getMessage());
      if (!e.isForbidden()) {
        checks.add(Finding.fail(Group.SERVER, "token", shown + ", refused", why));
        return false;
      }
      checks.add(Finding.warn(Group.SERVER, "token", shown + ", may not read", why));
    }
    return true;
  }
}
