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
 * The settings of a generator. Immutable; equal settings make the same ids.
 *
 * @param <G> what is made
 */
public interface Settings<G extends Generator> {

  /**
   * Lets a user fill a builder, and returns the settings.
   *
   * @param builder one with the defaults
   * @param user sets what shall differ from them
   * @param <G> what is to be made
   * @param <B> the builder
   * @return the settings, not checked yet
   */
  static <G extends Generator, B extends SettingsBuilder<G>> Settings<G> of(
      B builder, Consumer<? super B> user) {
    Objects.requireNonNull(user, "settings").accept(builder);
    return builder.settings();
  }

  /**
   * Names the generator in messages about its settings.
   *
   * @param name the generator's name
   * @return for example {@code snowflake 'users'}
   */
  String subject(String name);

  /**
   * Finds what is wrong with these settings for a generator with a store.
   *
   * @param name the generator's name, of which its lines' names are made
   * @return every fault; empty if there is none
   */
  List<String> faults(String name);

  /**
   * Refuses settings that have faults.
   *
   * @param name the generator's name
   * @throws ConfigurationException with every fault there is
   */
  default void check(String name) {
    List<String> faults = faults(name);
    if (!faults.isEmpty()) {
      throw new ConfigurationException(subject(name), faults);
    }
  }

  /**
   * Tells what all processes have to agree on. Only for settings without a fault.
   *
   * @param name the generator's name
   * @return what generators share that share the name, or a worker scope: the name's own first;
   *     empty where nothing is claimed on a store
   */
  default List<Spec> fingerprint(String name) {
    return List.of();
  }

  /**
   * Lists the lines of which the first claim takes one, if it is free, so that they can be read
   * when the fingerprint is. Only for settings without a fault.
   *
   * @param name the generator's name
   * @return the lines' names, in the order of preference; empty where a claim reads none
   */
  default List<String> firstLines(String name) {
    return List.of();
  }

  /**
   * Tells whether each process has ticks of its own on a worker number's line, so that windows are
   * kept apart where the engine can forget them. Only for settings without a fault.
   *
   * @return false where positions do not run out with time, or processes share a tick
   */
  default boolean ownsTicks() {
    return false;
  }

  /**
   * Makes a generator. Only for settings without a fault, after the fingerprint was agreed on.
   *
   * @param name the generator's name
   * @param store where its lines are
   * @param context clocks, threads and deadlines
   * @return a generator that has claimed nothing yet, and what stops it
   * @throws ConfigurationException if it cannot be made on this store, or its time has run out
   */
  Built<G> make(String name, ClaimStore store, Context context);
}
