package io.mintmark.internal.kind;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects all faults of a generator's settings. */
public final class Faults {

  private final List<String> found = new ArrayList<>();

  /** Creates an empty collection of faults. */
  public Faults() {}

  /**
   * Adds a fault if a condition holds.
   *
   * @param broken the condition
   * @param text describes the fault; <code>{}</code> is replaced by a value, see {@link Message}
   * @param values one value for each <code>{}</code>
   */
  public void addIf(boolean broken, String text, @Nullable Object... values) {
    if (broken) {
      found.add(Message.of(text, values));
    }
  }

  /**
   * Adds a fault if a value is out of its range.
   *
   * @param name the name of the value, for the message
   * @param value any value
   * @param range the allowed range
   * @param <T> the type of the value
   */
  public <T extends Comparable<T>> void addUnlessIn(String name, T value, SettingRange<T> range) {
    addIf(
        !range.has(value),
        "{} is not {} to {}: {}={}",
        name,
        SettingRange.text(range.least()),
        SettingRange.text(range.most()),
        name,
        value);
  }

  /**
   * Throws if a fault was added.
   *
   * @param subject the name of the generator or setting, for the message
   * @throws ConfigurationException with all faults
   */
  public void check(String subject) {
    if (!found.isEmpty()) {
      throw new ConfigurationException(subject, all());
    }
  }

  /**
   * Returns the faults found.
   *
   * @return all faults, in the order of the checks; unmodifiable
   */
  public List<String> all() {
    return List.copyOf(found);
  }
}
