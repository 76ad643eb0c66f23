package io.mintmark.cli;

import io.mintmark.cli.Finding.Group;
import io.mintmark.cli.ids.Severity;
import io.mintmark.generator.Description;
import io.mintmark.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/**
 * Examines a server: its readiness, the token and, through the server, its store. If the token does
 * not permit an examination, the examination is left out and reported as such.
 *
 * @param server the server
 * @param terminal has this host's clocks
 * @param found receives the findings, the first of which are on the server
 */
record ServerDoctor(ServerSource server, Terminal terminal, Findings found) {

  /** Examines everything. If the server does not answer, the examination ends there. */
  void examine(boolean claims) {
    if (!found.attempt("reached", this::readiness)) {
      return;
    }
    List<Description> generators = new ArrayList<>();
    boolean unused = found.attempt("token", () -> {
      generators.addAll(server.generators());
      found.ok("token", "may read");
    });
    Findings ofStore = found.of(Group.STORE);
    if (found.attempt("store", () -> ofStore.ok("store", server.storeUrl()))) {
      Doctor store = new Doctor(server.store(), terminal, ofStore);
      store.examine(generators);
      if (claims && found.attempt("claims", server::tryClaim)) {
        store.claim(Doctor.FEW_CLAIMS);
      }
    }
  }

  private void readiness() {
    JsonObject answer = server.readiness();
    boolean isReady = answer.text("status").equals("ready");
    found.add(
        "ready",
        Severity.FAIL.when(!isReady),
        isReady ? "yes" : "no",
        isReady ? "" : answer.text("detail"));
  }
}
