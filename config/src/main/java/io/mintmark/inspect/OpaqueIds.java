package io.mintmark.inspect;

import io.mintmark.config.GeneratorSettings;
import io.mintmark.error.ConfigurationException;
import java.util.function.LongConsumer;

/**
 * Adds the plain value of opaque ids to readings. Without the secret key, a reading states only
 * that the id may be opaque: the apparent meaning of its bits or digits is not the plain value.
 *
 * @param reveals whether readings may show plain values
 */
record OpaqueIds(boolean reveals) {

  private static final String HIDDEN = "its content: readable only with its generator's key";

  /**
   * Decodes an id, or adds a field with the reason why its content is hidden.
   *
   * @param plain receives the plain value
   * @throws io.mintmark.error.InvalidIdException if the generator could not make the id
   */
  void read(
      ReadingBuilder draft,
      String name,
      GeneratorSettings settings,
      String id,
      LongConsumer plain) {
    if (!reveals) {
      draft.field("hidden", HIDDEN);
      return;
    }
    long value;
    try {
      settings.check(name);
      value = settings.plain(name, id);
    } catch (ConfigurationException e) {
      draft.field("hidden", HIDDEN + "; " + String.join("; ", e.faults()));
      return;
    }
    plain.accept(value);
  }
}
