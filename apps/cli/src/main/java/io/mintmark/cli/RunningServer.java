package io.mintmark.cli;

import io.mintmark.config.Config;
import io.mintmark.json.Json;
import io.mintmark.json.JsonObject;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;

/**
 * The effect of another configuration on a running server, if the server read it now.
 *
 * @param url the server's URL
 * @param refusals why it would not apply the configuration before a restart; empty if it would
 * @param added the generators that it lacks
 * @param changed the generators that have other settings on the server
 * @param gone the generators that the configuration lacks; the server serves them until a restart
 */
record RunningServer(
    String url, List<String> refusals, Set<String> added, Set<String> changed, Set<String> gone) {

  /**
   * Compares a configuration with a server's.
   *
   * @param next the new configuration
   * @param adminPort the port to use if the HTTP port does not serve the configuration
   * @param refusals returns the reasons against it, given the server's settings and its store
   * @throws io.mintmark.error.MintmarkException if the server does not return its configuration
   */
  static RunningServer ask(
      ServedBy server,
      Config next,
      OptionalInt adminPort,
      BiFunction<Map<String, String>, String, List<String>> refusals) {
    try {
      return compared(server, next, refusals);
    } catch (ServerRefusedException e) {
      if (!e.isElsewhere() || adminPort.isEmpty()) {
        throw e;
      }
      return compared(server.atPort(adminPort.getAsInt()), next, refusals);
    }
  }

  private static RunningServer compared(
      ServedBy server,
      Config next,
      BiFunction<Map<String, String>, String, List<String>> refusals) {
    JsonObject running;
    try (ServerSource source = new ServerSource(server)) {
      running = source.configuration();
    }
    Map<String, Map<String, String>> has = new LinkedHashMap<>();
    running
        .objects("generators")
        .forEach(each -> has.put(each.text("name"), each.object("settings").flat(1)));
    Set<String> added = new TreeSet<>(next.generators().keySet());
    added.removeAll(has.keySet());
    Set<String> gone = new TreeSet<>(has.keySet());
    gone.removeAll(next.generators().keySet());
    Set<String> changed = new TreeSet<>();
    next.generators().forEach((name, each) -> {
      if (has.containsKey(name) && !each.texts().equals(has.get(name))) {
        changed.add(name);
      }
    });
    return new RunningServer(
        server.url(),
        refusals.apply(running.object("server").flat(1), running.text("store")),
        added,
        changed,
        gone);
  }

  /** Writes the result for programs. */
  void json(Json json) {
    json.put("server", url)
        .put("takesOver", refusals.isEmpty())
        .put("refusals", refusals)
        .put("added", List.copyOf(added))
        .put("changed", List.copyOf(changed))
        .put("gone", List.copyOf(gone));
  }

  /** Prints the result for people. */
  void print(PrintWriter out) {
    print(out, "new to the running server", added);
    print(out, "changed only by a restart, as the running server has other settings", changed);
    print(out, "not in this configuration, and served until a restart", gone);
    refusals.forEach(refusal -> out.println("refused by the running server: " + refusal));
    out.println(
        refusals.isEmpty()
            ? "the running server would take this over without a restart: " + url
            : "the running server would not take this over without a restart: " + url
                + "; if it was started with options, give them here too");
  }

  private static void print(PrintWriter out, String what, Set<String> names) {
    if (!names.isEmpty()) {
      out.println(what + ": " + String.join(" ", names));
    }
  }
}
