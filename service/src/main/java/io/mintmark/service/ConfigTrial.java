package io.mintmark.service;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.SettingsDamagedException;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.SpecLine;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The result of trying a configuration on a store. The trial claims and writes nothing.
 *
 * @param fresh the generators whose settings the store does not have yet
 * @param faults why the configuration would be refused; empty if it would be accepted
 * @param spoilt the generators that a server would leave out, each with the reason; it would serve
 *     the other generators
 */
public record ConfigTrial(
    Set<String> fresh, List<String> faults, Map<String, SettingsDamagedException> spoilt) {

  /** The types of generators that have no settings in the store. */
  private static final Set<String> STORELESS = Set.of("uuid", "typeid", "objectid");

  /**
   * Opens every generator of a configuration as far as possible without a claim or a write.
   *
   * @param store contains the known settings; the caller closes it
   * @throws io.mintmark.error.StoreUnavailableException if the store does not answer
   */
  public static ConfigTrial of(LineStore store, Config config) {
    List<String> faults = new ArrayList<>();
    Map<String, SettingsDamagedException> spoilt = new LinkedHashMap<>();
    try (Mintmark mint = mint(store)) {
      Map<String, ?> unused = config.open(mint, spoilt::put);
    } catch (ConfigurationException e) {
      faults.addAll(e.faults());
    }
    Set<String> fresh = new HashSet<>();
    config.generators().forEach((name, configured) -> {
      if (!STORELESS.contains(configured.settings().type())
          && store.position(SpecLine.of(name)) == 0) {
        fresh.add(name);
      }
    });
    return new ConfigTrial(Set.copyOf(fresh), List.copyOf(faults), spoilt);
  }

  /**
   * Opens a Mintmark whose generators can be described. Nothing is written, unless an id is made.
   *
   * @param store contains the known settings; the caller closes it
   */
  public static Mintmark mint(LineStore store) {
    return Mintmark.builder().store(store).oneShot(true).open();
  }
}
