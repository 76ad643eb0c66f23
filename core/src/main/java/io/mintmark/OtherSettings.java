package io.mintmark;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.error.SettingsMismatchException;
import io.mintmark.internal.kind.Settings;
import io.mintmark.internal.store.Spec;
import io.mintmark.internal.store.StoreLog;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Checks a second call for a name, if its settings differ from the settings of the first call. If a
 * setting that must be equal differs, the call is refused, as a call from another process with
 * these settings would be. Other settings, such as how far ahead to claim, may differ. Then the
 * settings of the first call apply, which is logged once. Thread-safe.
 */
final class OtherSettings {

  private final Set<String> logged = ConcurrentHashMap.newKeySet();

  /**
   * Checks the settings of a second call.
   *
   * @param needsEqual whether all settings of this generator have to be the same
   * @throws SettingsMismatchException if a setting differs that affects uniqueness or order
   * @throws ConfigurationException if any other setting differs that has to be the same
   */
  void check(String name, Settings<?> settings, Settings<?> used, boolean needsEqual) {
    List<Spec> before = used.fingerprint(name);
    for (Spec spec : settings.fingerprint(name)) {
      for (Spec other : before) {
        if (other.subject().equals(spec.subject()) && !other.settings().equals(spec.settings())) {
          throw SpecCheck.mismatch(spec, other.settings());
        }
      }
    }
    if (before.isEmpty() || needsEqual) {
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
}
