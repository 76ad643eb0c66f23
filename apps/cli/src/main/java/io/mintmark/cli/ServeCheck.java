package io.mintmark.cli;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.error.ConfigurationException;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.internal.store.StoreUrl;
import io.mintmark.json.Json;
import io.mintmark.server.CheckedSettings;
import io.mintmark.server.ServerBuilder;
import io.mintmark.service.FormerDefinitions;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Predicts the result of {@code serve}: reads all files, and compares their settings with the
 * settings that are recorded in the store. No line (counter) of the store is claimed or written,
 * and no port is opened. Two checks run only at a real start: whether the ports are free, and
 * whether the server used another store last.
 *
 * @param settings the settings, if they could be read
 * @param fresh the generators that are new to the store
 * @param faults why the server would not start; empty if it would
 * @param warnings other faults
 */
record ServeCheck(
    Optional<CheckedSettings> settings,
    Set<String> fresh,
    List<String> faults,
    List<String> warnings) {

  /**
   * Checks the settings of a server.
   *
   * @throws io.mintmark.error.StoreUnavailableException if the store does not answer
   */
  static ServeCheck of(Supplier<ServerBuilder> builder) {
    Optional<CheckedSettings> settings = Optional.empty();
    Set<String> fresh = new HashSet<>();
    List<String> warnings = new ArrayList<>();
    try {
      CheckedSettings checked = builder.get().check();
      settings = Optional.of(checked);
      Config config = checked.config();
      try (LineStore store = StoreOpener.readOnly(checked.storeUrl());
          Mintmark mint = StoreSource.describing(store)) {
        FormerDefinitions.check(store, config);
        config.generators().forEach((name, each) -> {
          if (each.settings().usesLines() && store.position(SpecLine.of(name)) == 0) {
            fresh.add(name);
          }
        });
        Map<String, ?> unused =
            config.open(mint, (name, fault) -> warnings.add(String.valueOf(fault.getMessage())));
      }
      return new ServeCheck(settings, fresh, List.of(), warnings);
    } catch (ConfigurationException e) {
      return new ServeCheck(settings, fresh, e.faults(), warnings);
    }
  }

  /** Writes the result for programs. */
  void describe(Json json) {
    json.put("starts", faults.isEmpty()).put("faults", faults).put("warnings", warnings);
    settings.ifPresent(checked -> json.put("store", StoreUrl.mask(checked.storeUrl()))
        .put(
            "generators",
            List.copyOf(checked.config().generators().entrySet()),
            (each, generator) -> each.put("name", generator.getKey())
                .put("type", generator.getValue().settings().type())
                .put("isNew", fresh.contains(generator.getKey()))));
  }

  /** Prints the result for people. */
  void print(PrintWriter out) {
    settings.ifPresent(checked -> print(checked, out));
    warnings.forEach(warning -> out.println("warning: " + warning));
    faults.forEach(fault -> out.println("fault: " + fault));
    out.println(faults.isEmpty() ? "the server would start" : "the server would not start");
  }

  private void print(CheckedSettings checked, PrintWriter out) {
    out.println("store: " + StoreUrl.mask(checked.storeUrl()));
    checked.tokens().ifPresent(file -> out.println("tokens: " + file + " can be read"));
    checked.certificateEnds().ifPresent(end -> out.println("certificate: valid until " + end));
    checked.config().generators().forEach((name, generator) -> {
      String isNew = fresh.contains(name) ? ", new to the store" : "";
      out.println("generator " + name + ": " + generator.settings().type() + isNew);
    });
  }
}
