package io.mintmark.internal.kind;

import io.mintmark.error.ConfigurationException;
import io.mintmark.generator.Generator;
import io.mintmark.internal.line.Context;
import io.mintmark.internal.store.Spec;
import io.mintmark.store.ClaimStore;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * The settings of a generator. Immutable. Equal settings make the same ids.
 *
 * @param <G> the generator's type
 */
public interface Settings<G extends Generator> {

  /**
   * Lets a user fill a builder, and returns the settings.
   *
   * @param builder the builder's class
   * @param user sets the values that differ from the defaults
   * @param <B> the builder's type
   * @return the settings, not checked yet
   */
  static <B> Settings<?> of(Class<B> builder, Consumer<? super B> user) {
    return Builders.filled(builder, Objects.requireNonNull(user, "settings"));
  }

  /**
   * Names the generator in messages about its settings.
   *
   * @param name the generator's name
   * @return for example {@code snowflake 'users'}
   */
  String subject(String name);

  /**
   * Finds the faults of these settings for a generator with a store.
   *
   * @param name the generator's name, which is part of its lines' names
   * @return all faults; empty if there are none
   */
  List<String> faults(String name);

  /**
   * Refuses settings with faults.
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
   * Returns the settings on which all processes must agree. Only for settings without a fault.
   *
   * @param name the generator's name
   * @return the settings that belong to the name, then those that all generators with the same
   *     worker pool share; empty if nothing is claimed on a store
   */
  default List<Spec> fingerprint(String name) {
    return List.of();
  }

  /**
   * Lists the lines that the first claim tries, so that they can be read together with the
   * fingerprint. Only for settings without a fault.
   *
   * @param name the generator's name
   * @return the lines' names, in the order of preference; empty where a claim reads none
   */
  default List<String> firstLines(String name) {
    return List.of();
  }

  /**
   * Returns whether each process owns whole ticks on a worker number's line. If so, an engine that
   * can forget claims needs further rules to keep windows apart. Only for settings without a fault.
   *
   * @return false if ids have no time or no worker number, or if processes share a tick
   */
  default boolean ownsTicks() {
    return false;
  }

  /**
   * Makes a generator. Only for settings without a fault, after the fingerprint was agreed on.
   *
   * @param name the generator's name
   * @param store the store that holds its lines
   * @param context clocks, threads and deadlines
   * @return a generator that has claimed nothing yet, and its lifecycle
   * @throws ConfigurationException if it cannot be made on this store, or its time has run out
   */
  Built<G> make(String name, ClaimStore store, Context context);
}
