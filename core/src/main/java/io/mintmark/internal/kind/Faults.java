package io.mintmark.internal.kind;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gathers all that is wrong with some settings. */
public final class Faults {

  private final List<String> found = new ArrayList<>();

  /** Starts without a fault. */
  public Faults() {}

  /**
   * Adds a fault if there is one.
   *
   * @param broken whether there is
   * @param text what is wrong; <code>{}</code> stands for a value, see {@link Message}
   * @param values as many as there are places
   */
  public void addIf(boolean broken, String text, @Nullable Object... values) {
    if (broken) {
      found.add(Message.of(text, values));
    }
  }

  /**
   * Adds a fault if a value is out of its range.
   *
   * @param name what the value is called
   * @param value any value
   * @param range where it may lie
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
   * Refuses the settings if there is a fault.
   *
   * @param subject what was to be made, for the message
   * @throws ConfigurationException with every fault there is
   */
  public void check(String subject) {
    if (!found.isEmpty()) {
      throw new ConfigurationException(subject, all());
    }
  }

  /**
   * Returns what was found.
   *
   * @return every fault, in the order of the checks; unmodifiable
   */
  public List<String> all() {
    return List.copyOf(found);
  }
}
