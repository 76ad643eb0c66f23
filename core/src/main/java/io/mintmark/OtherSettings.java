package io.mintmark;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.error.SettingsMismatchException;
import io.mintmark.internal.kind.Settings;
import io.mintmark.internal.store.Spec;
import io.mintmark.internal.store.StoreLog;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Compares the settings that are used in one Mintmark. If a setting that must be equal differs, a
 * call is refused, as a call from another process with these settings would be. This concerns a
 * second call for a name, and generators that share a worker pool. Other settings of a name, such
 * as how far ahead to claim, may differ. Then the settings of the first call apply, which is logged
 * once. Thread-safe.
 */
final class OtherSettings {

  private final Set<String> logged = ConcurrentHashMap.newKeySet();

  /** The settings of generators in this Mintmark, by their subjects. */
  private final Map<String, Spec> inUse = new ConcurrentHashMap<>();

  /**
   * Adds the settings of a generator that was created.
   *
   * @throws SettingsMismatchException if a generator with the same worker pool has other settings
   */
  void add(List<Spec> specs) {
    specs.forEach(this::compare);
    specs.forEach(spec -> inUse.putIfAbsent(spec.subject(), spec));
  }

  /** Removes the settings of a forgotten generator, except the settings of its worker pool. */
  void remove(String name, List<Spec> specs) {
    specs.stream().filter(spec -> spec.isOf(name)).forEach(spec -> inUse.remove(spec.subject()));
  }

  /**
   * Checks the settings of a second call.
   *
   * @param needsEqual whether all settings of this generator have to be the same
   * @throws SettingsMismatchException if a setting differs that affects uniqueness or order
   * @throws ConfigurationException if any other setting differs that has to be the same
   */
  void check(String name, Settings<?> settings, Settings<?> used, boolean needsEqual) {
    settings.fingerprint(name).forEach(this::compare);
    if (used.fingerprint(name).isEmpty() || needsEqual) {
      throw new ConfigurationException(
          "generator '" + name + "'",
          Message.of(
              "the name is in use with other settings: settings='{}', before='{}'",
              settings,
              used));
    }
    if (logged.add(name)) {
      StoreLog.warn(
          "the settings of the first call for a name apply, and others are ignored: name={0},"
              + " ignored={1}, used={2}",
          name, settings, used);
    }
  }

  /**
   * Checks that settings are equal to the settings in use, or leave the difference open. If the
   * settings in use leave it open, the store decides it at the first claim, not these settings.
   */
  private void compare(Spec spec) {
    Spec other = inUse.get(spec.subject());
    if (other != null
        && !spec.settings().equals(other.settings())
        && !spec.spellings().get().contains(other.settings())) {
      throw SpecRefusal.mismatch(spec, other.settings());
    }
  }
}
