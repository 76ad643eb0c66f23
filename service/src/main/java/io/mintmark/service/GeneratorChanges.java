package io.mintmark.service;

import io.mintmark.config.AutoCreate;
import io.mintmark.config.Config;
import io.mintmark.config.Configured;
import io.mintmark.error.ConfigurationException;
import io.mintmark.internal.store.LineStore;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Applies a new configuration to a running server, as far as possible without a restart: new
 * generators are added, and all others keep their settings. Thread-safe.
 */
final class GeneratorChanges {

  private static final Logger LOG = System.getLogger(GeneratorChanges.class.getName());

  private final LineStore store;
  private final GeneratorRegistry names;

  GeneratorChanges(LineStore store, GeneratorRegistry names) {
    this.store = store;
    this.names = names;
  }

  /** Applies a new configuration, see {@link IdService#reconfigure}. */
  synchronized Config reconfigure(Config next) {
    Config before = names.config();
    Map<String, Configured> all = new LinkedHashMap<>(before.generators());
    next.generators().forEach(all::putIfAbsent);
    Config merged = before.with(all);
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
    names.add(merged);
    logWhatNeedsARestart(before, next);
    return merged;
  }

  private static void logWhatNeedsARestart(Config before, Config next) {
    TreeSet<String> changed = new TreeSet<>();
    TreeSet<String> removed = new TreeSet<>();
    before.generators().forEach((name, configured) -> {
      @Nullable Configured other = next.generators().get(name);
      if (other == null) {
        removed.add(name);
      } else if (!configured.texts().equals(other.texts())) {
        changed.add(name);
      }
    });
    boolean autoCreateChanged = !autoCreate(before).equals(autoCreate(next));
    if (!changed.isEmpty() || !removed.isEmpty() || autoCreateChanged) {
      LOG.log(
          Level.WARNING,
          "the configuration changes or removes settings of this server; the old ones stay in"
              + " force: changed={0}, removed={1}, autoCreateChanged={2}; restart one server after"
              + " another",
          changed,
          removed,
          autoCreateChanged);
    }
  }

  private static String autoCreate(Config config) {
    StringBuilder text = new StringBuilder().append(config.maxAutoCreated());
    for (AutoCreate each : config.autoCreate()) {
      text.append(' ').append(each.names()).append(each.configured().texts());
    }
    return text.toString();
  }
}
