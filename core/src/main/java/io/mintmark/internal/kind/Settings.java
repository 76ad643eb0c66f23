package io.mintmark.internal.kind;

import io.mintmark.error.ConfigurationException;
import io.mintmark.error.InvalidIdException;
import io.mintmark.generator.Generator;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.PublishedCounter;
import io.mintmark.internal.store.Spec;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * The settings of a generator. Immutable. Generators with equal settings make the same ids from the
 * same positions, the numbers that a generator claims on a line (a named, durable counter in the
 * store).
 *
 * @param <G> the generator's type
 */
public interface Settings<G extends Generator> {

  /**
   * Lets a user fill a builder, and returns the settings.
   *
   * @param builder the builder's class
   * @param user the user's code, which sets the values that differ from the defaults
   * @param <B> the builder's type
   * @return the settings, not checked yet
   */
  static <B> Settings<?> of(Class<B> builder, Consumer<? super B> user) {
    return Builders.filled(builder, Objects.requireNonNull(user, "settings"));
  }

  /**
   * Returns a name for the generator in messages about its settings.
   *
   * @param name the generator's name
   * @return for example {@code snowflake 'users'}
   */
  String subject(String name);

  /**
   * Returns the faults of these settings for a generator with a store.
   *
   * @param name the generator's name, which is a part of the names of its lines
   * @return all faults; empty if the settings are valid
   */
  List<String> faults(String name);

  /**
   * Throws if these settings have faults.
   *
   * @param name the generator's name
   * @throws ConfigurationException with all faults
   */
  default void check(String name) {
    List<String> faults = faults(name);
    if (!faults.isEmpty()) {
      throw new ConfigurationException(subject(name), faults);
    }
  }

  /**
   * Returns the settings on which all processes must agree. May be called only for settings without
   * a fault.
   *
   * @param name the generator's name
   * @return first the settings of the name itself, then the settings that all generators with the
   *     same worker pool have in common; empty for a generator that claims nothing on a store
   */
  default List<Spec> fingerprint(String name) {
    return List.of();
  }

  /**
   * Returns the lines that the first claim tries, so that they can be read together with the
   * fingerprint. May be called only for settings without a fault.
   *
   * @param name the generator's name
   * @return the names of the lines, in the order of preference; empty if the first claim reads no
   *     lines
   */
  default List<String> firstLines(String name) {
    return List.of();
  }

  /**
   * Returns whether a process that claims time on a worker number's line owns whole ticks (units of
   * this time), not only some numbers of a tick. If so, further rules keep the claimed times of
   * processes apart on an engine that can forget claims. May be called only for settings without a
   * fault.
   *
   * @return false if ids have no time or no worker number, or if processes share a tick
   */
  default boolean ownsTicks() {
    return false;
  }

  /**
   * Computes the position from which a sequence's line (its counter in the store) must continue, so
   * that the sequence continues a counter of another system. The next number of the sequence is
   * then the next number of the counter. If the sequence does not have that number, because of its
   * step, the next number is the first higher number of the sequence.
   *
   * @param name the sequence's name, for the message
   * @param counter the counter's state
   * @param from the line's position, 0 or more
   * @return a position, {@code from} or above
   * @throws ConfigurationException if these are not the settings of a sequence, or the sequence
   *     could repeat numbers of the counter or of the counter's other writers, or is a cycle; the
   *     message contains settings that fit
   */
  default long continuing(String name, PublishedCounter counter, long from) {
    throw new ConfigurationException(subject(name), "only a sequence can continue a counter");
  }

  /**
   * Returns the number that an opaque id hides: for a sequence or a Snowflake the plain id, for a
   * key its number. The result is no evidence that the id was ever made.
   *
   * @param name the generator's name
   * @param id an id in its usual text, for example a decimal number
   * @return the number that the secret reveals; for ids that are not opaque, the number that they
   *     show
   * @throws InvalidIdException if the generator could not make the id
   * @throws UnsupportedOperationException if ids of this kind are never opaque
   */
  default long plain(String name, String id) {
    throw new UnsupportedOperationException("ids of this kind are never opaque");
  }

  /**
   * Creates a generator. May be called only for settings without a fault, after the fingerprint was
   * compared.
   *
   * @param name the generator's name
   * @param store the store that holds the generator's lines
   * @param context provides clocks, threads and deadlines
   * @return a generator that has claimed nothing yet, and its lifecycle
   * @throws ConfigurationException if the generator is not possible on this store, or the time that
   *     its ids can show has ended
   */
  Built<G> make(String name, LineStore store, Context context);
}
