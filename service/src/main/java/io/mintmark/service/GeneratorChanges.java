package io.mintmark.service;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.config.Configured;
import io.mintmark.config.GeneratorSettings;
import io.mintmark.config.SettingType;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.json.JsonObject;
import io.mintmark.key.FormatFault;
import io.mintmark.service.StoredGenerators.Definition;
import io.mintmark.store.ClaimStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Changes which generators a running server has: those of its configuration, and those that
 * administrators have made, which the store keeps. For a name that both have, the configuration
 * holds. One change at a time; each waits for the store. Thread-safe.
 *
 * <p><b>Why two ids cannot meet</b> if one name is made with different settings on two servers at
 * the same time: a server opens the generator before it writes its definition. To open it, it sets
 * the fingerprint of all that bears on uniqueness on {@code spec/NAME} from 0 by compareAndSet, or
 * compares what stands there. One of two different fingerprints gets there first. The server with
 * the other one is refused before it has claimed anything, writes no definition, and answers nobody
 * by that name. Both servers may succeed only if the fingerprint is the same. Then what differs
 * never bears on uniqueness: both claim on the same lines, and claims are disjoint. Which of their
 * definitions counts later is decided by its version, and is the same for all servers. A server
 * that reads a definition compares the fingerprint too, before it serves the name.
 */
final class GeneratorChanges {

  private static final Logger LOG = System.getLogger(GeneratorChanges.class.getName());

  /** So many are a mistake of a program. */
  private static final int MAX_STORED = 10_000;

  private final ClaimStore store;
  private final GeneratorRegistry names;
  private final StoredGenerators definitions;

  /** What the configuration has, and what the store has; written by one change at a time. */
  private volatile Config own;

  private volatile Map<String, Configured> stored = Map.of();

  /** The texts of definitions that could not be taken, so that each is logged once. */
  private final Map<String, String> refused = new TreeMap<>();

  private long mark = -1;

  GeneratorChanges(Mintmark mint, GeneratorRegistry names) {
    this.store = mint.store();
    this.names = names;
    this.definitions = new StoredGenerators(store);
    this.own = names.config();
  }

  /** Where a name comes from that there is. */
  String source(String name) {
    @Nullable Configured configured = own.generators().get(name);
    if (configured != null) {
      return configured.isBuiltIn() ? "built-in" : "file";
    }
    return stored.containsKey(name) ? "store" : "auto-create";
  }

  /** Takes another configuration, see {@link IdService#reconfigure}. */
  synchronized void reconfigure(Config next) {
    Config merged = merged(next, stored);
    ConfigTrial trial = ConfigTrial.of(store, merged);
    List<String> faults = new ArrayList<>(trial.faults());
    trial.spoilt().forEach((name, fault) -> {
      if (!names.isMissing(name)) {
        faults.add(String.valueOf(fault.getMessage()));
      }
    });
    if (!faults.isEmpty()) {
      throw new ConfigurationException("configuration", faults);
    }
    names.take(merged);
    own = next;
  }

  /**
   * Takes what the store has if there is something new.
   *
   * @return whether the generators may have changed
   */
  synchronized boolean refresh() {
    long now = definitions.mark();
    if (now == mark) {
      return false;
    }
    Map<String, Configured> next = new TreeMap<>();
    definitions.read().forEach((name, definition) -> {
      if (!definition.text().equals(StoredGenerators.NONE)) {
        taken(name, definition).ifPresent(configured -> next.put(name, configured));
      }
    });
    names.take(merged(own, next));
    stored = next;
    mark = now;
    return true;
  }

  /** A definition that cannot be taken keeps the one before in force. */
  private Optional<Configured> taken(String name, Definition definition) {
    Optional<Configured> before = Optional.ofNullable(stored.get(name));
    if (before.filter(known -> text(known).equals(definition.text())).isPresent()) {
      return before;
    }
    try {
      Configured read = read(
          JsonObject.parse(definition.text(), IllegalArgumentException::new).flat(1),
          StoredGenerators.line(name, definition.version()));
      tryOut(name, read);
      if (own.generators().containsKey(name)) {
        LOG.log(
            Level.WARNING,
            "the configuration and the store have a generator of one name; the configuration holds:"
                + " name={0}",
            name);
      }
      refused.remove(name);
      return Optional.of(read);
    } catch (ConfigurationException | InvalidFormatException | IllegalArgumentException e) {
      if (!definition.text().equals(refused.put(name, definition.text()))) {
        LOG.log(
            Level.ERROR,
            "a generator that the store keeps cannot be taken: name={0}: {1}",
            name,
            String.valueOf(e.getMessage()));
      }
      return before;
    }
  }

  /**
   * Makes a generator, or gives one that was made so other settings; see {@link IdService#put}.
   *
   * @return the settings as the store has them
   */
  synchronized String put(String name, Map<String, String> settings) {
    checkMayChange(name);
    Configured wanted = read(settings, "the request");
    String text = text(wanted);
    boolean unused = refresh();
    Map<String, Configured> all = new TreeMap<>(stored);
    @Nullable Configured before = all.put(name, wanted);
    if (all.size() > MAX_STORED) {
      throw new IllegalArgumentException(Message.of(
          "the store keeps as many generators as it may: most={}, name={}; nothing was changed",
          MAX_STORED,
          name));
    }
    if (before == null || !text(before).equals(text)) {
      tryOut(name, wanted);
    }
    keep(all, name, text);
    return text;
  }

  /** Forgets a generator that was made so; see {@link IdService#remove}. */
  synchronized void remove(String name) {
    checkMayChange(name);
    boolean unused = refresh();
    Map<String, Configured> all = new TreeMap<>(stored);
    if (all.remove(name) == null) {
      throw new ProblemException(
          Problem.Kind.UNKNOWN_GENERATOR,
          Message.of(
              "the store keeps no generator of this name: name={}; nothing was changed", name));
    }
    ConfigTrial trial = ConfigTrial.of(store, merged(own, all));
    if (!trial.faults().isEmpty()) {
      throw new ConfigurationException("generator '" + name + "'", trial.faults());
    }
    keep(all, name, StoredGenerators.NONE);
  }

  /** Serves it first, which sets its fingerprint; if it is not kept then, it is served no more. */
  private void keep(Map<String, Configured> all, String name, String text) {
    Config before = names.config();
    names.take(merged(own, all));
    try {
      names.checkOpen(name);
      definitions.write(name, text);
    } catch (RuntimeException e) {
      names.take(before);
      throw e;
    }
    stored = all;
  }

  private void checkMayChange(String name) {
    @Nullable Configured configured = own.generators().get(name);
    if (configured != null) {
      throw new ProblemException(
          Problem.Kind.SETTINGS,
          Message.of(
              "the generator is in this server's configuration, which goes before the store:"
                  + " name={}, place={}; nothing was changed; change it there",
              name,
              configured.place()));
    }
  }

  private void tryOut(String name, Configured settings) {
    Map<String, Configured> with = new LinkedHashMap<>(stored);
    with.put(name, settings);
    ConfigTrial trial = ConfigTrial.of(store, merged(own, with).only(name));
    List<String> faults = new ArrayList<>(trial.faults());
    trial.spoilt().values().forEach(fault -> faults.add(String.valueOf(fault.getMessage())));
    if (!faults.isEmpty()) {
      throw new ConfigurationException("generator '" + name + "'", faults);
    }
  }

  private static Config merged(Config own, Map<String, Configured> stored) {
    Map<String, Configured> all = new LinkedHashMap<>(own.generators());
    stored.forEach(all::putIfAbsent);
    return own.with(all);
  }

  /** Every fault is one of a setting, so that programs show it beside that. */
  private static Configured read(Map<String, String> settings, String where) {
    try {
      Configured read = Configured.read(settings, where, key -> key);
      refuseFiles(read.settings());
      return read;
    } catch (ConfigurationException e) {
      throw new InvalidFormatException(
          e.faults().stream().map(fault -> new FormatFault(0, fault)).toList());
    }
  }

  /**
   * What comes by the network names no file of this host: the answer would tell which files there
   * are, and which of them have a key.
   */
  private static void refuseFiles(GeneratorSettings settings) {
    List<String> faults = GeneratorSettings.table(settings.type()).stream()
        .filter(row -> row.type() == SettingType.FILE && settings.texts().containsKey(row.key()))
        .map(row -> Message.of(
            "{}: a file of the server can be named only in its configuration file: {}={}",
            row.key(),
            row.key(),
            settings.texts().get(row.key())))
        .toList();
    if (!faults.isEmpty()) {
      throw new ConfigurationException("generator settings", faults);
    }
  }

  private static String text(Configured configured) {
    return StoredGenerators.text(configured.texts());
  }
}
