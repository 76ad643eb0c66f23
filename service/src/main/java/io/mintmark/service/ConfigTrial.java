package io.mintmark.service;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.SettingsDamagedException;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.store.ClaimStore;
import java.util.ArrayList;
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

  /**
   * Opens every generator of a configuration as far as possible without a claim or a write.
   *
   * @param store contains the known settings; the caller closes it
   * @throws io.mintmark.error.StoreUnavailableException if the store does not answer
   */
  public static ConfigTrial of(ClaimStore store, Config config) {
    TrialStore trial = new TrialStore(store);
    List<String> faults = new ArrayList<>();
    Map<String, SettingsDamagedException> spoilt = new LinkedHashMap<>();
    try (Mintmark mint = open(trial)) {
      Map<String, ?> unused = config.open(mint, spoilt::put);
    } catch (ConfigurationException e) {
      faults.addAll(e.faults());
    }
    List<String> fresh = config.generators().keySet().stream()
        .filter(name -> trial.moved().contains(SpecLine.of(name)))
        .toList();
    return new ConfigTrial(Set.copyOf(fresh), List.copyOf(faults), spoilt);
  }

  /**
   * Opens a Mintmark whose generators can be described, but make no ids. Nothing is written.
   *
   * @param store contains the known settings; the caller closes it
   */
  public static Mintmark mint(ClaimStore store) {
    return open(new TrialStore(store));
  }

  private static Mintmark open(TrialStore trial) {
    return Surroundings.SYSTEM
        .background(claim -> {})
        .of(Mintmark.builder())
        .store(trial)
        .oneShot(true)
        .open();
  }
}
