package io.mintmark.internal.store;

import io.mintmark.error.Message;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Settings on which all generators with the same name, or with the same worker pool (the name under
 * which generators share worker numbers), must agree. A {@link SpecLine} holds the fingerprint of
 * such settings.
 *
 * @param subject the name or pool that has these settings, in the form of a line's name without
 *     {@link SpecLine#PREFIX}
 * @param text the text of all settings; equal settings have equal texts. The text can change until
 *     the store has a fingerprint
 * @param spellings other texts whose fingerprints are accepted, because they have the same meaning,
 *     or because a setting was left open. They are computed only if the fingerprint of the text
 *     differs from that in the store
 * @param agreed receives the text whose fingerprint the store has
 * @param mismatch the beginning of the error message if different settings were used before; it
 *     contains the subject's name
 * @param remedy the end of that message: how a user can correct the settings
 */
public record Spec(
    String subject,
    Supplier<String> text,
    Supplier<List<String>> spellings,
    Consumer<String> agreed,
    String mismatch,
    String remedy) {

  /**
   * Returns the settings.
   *
   * @return the text to write if the store has no fingerprint
   */
  public String settings() {
    return text.get();
  }

  /**
   * Returns whether these settings belong only to one name, which includes the name's own pool and
   * versions. Another name has these settings only if a user gives it the pool of this name.
   *
   * @param name a generator's name
   * @return whether the subject is the name, or the name's own pool, or a version of the name's
   *     shard layout
   */
  public boolean isOf(String name) {
    return subject.equals(name) || subject.substring(subject.indexOf('/') + 1).equals(name);
  }

  /**
   * Returns whether these settings determine which time and number each position in a worker pool
   * means. Such settings are written before any position is claimed in the pool.
   *
   * @return whether {@link #ofPool} has created this object
   */
  public boolean isOfPool() {
    return subject.startsWith(SpecLine.WORKERS);
  }

  /**
   * Creates the settings of a generator's name.
   *
   * @param name the generator's name
   * @param settings all settings
   * @return the settings that all generators of the name share
   */
  public static Spec ofName(String name, String settings) {
    return ofName(name, settings::toString, List::of, text -> {}, "new settings need a new name");
  }

  /**
   * Creates the settings of a generator's name.
   *
   * @param name the generator's name
   * @param text all settings
   * @param spellings other texts that are accepted
   * @param agreed receives the text whose fingerprint the store has
   * @param remedy how a user can correct the settings
   * @return the settings that all generators of the name share
   */
  public static Spec ofName(
      String name,
      Supplier<String> text,
      Supplier<List<String>> spellings,
      Consumer<String> agreed,
      String remedy) {
    return new Spec(
        name,
        text,
        spellings,
        agreed,
        Message.of("the name was used with other settings before: name={}", name),
        remedy);
  }

  /**
   * Creates the settings that determine which time and number each position in a worker pool means.
   *
   * @param pool the pool of the worker numbers
   * @param settings all settings
   * @param spellings other texts with the same meaning
   * @return the settings that all generators of the pool have in common
   */
  public static Spec ofPool(String pool, String settings, Supplier<List<String>> spellings) {
    return new Spec(
        SpecLine.WORKERS + pool,
        settings::toString,
        spellings,
        text -> {},
        Message.of("the worker pool was used with other settings before: worker-pool={}", pool),
        "generators of other settings need a pool of their own");
  }

  /**
   * Creates the settings that determine which id is made from a position of a worker in a pool.
   *
   * @param pool the pool of the worker numbers
   * @param form a text that distinguishes ids of the pool that can never be equal: the length of
   *     their text, or empty
   * @param settings all settings
   * @return the settings that all generators of the pool and form have in common, so that their ids
   *     differ
   */
  public static Spec ofIds(String pool, String form, String settings) {
    return new Spec(
        ":id" + form + "/" + pool,
        settings::toString,
        List::of,
        text -> {},
        Message.of(
            "ids of this worker pool could be equal, as other generators build ids differently:"
                + " worker-pool={}",
            pool),
        "such generators need a pool of their own");
  }

  /**
   * Creates the settings of one version of the shard layout in a generator's keys.
   *
   * @param name the generator's name
   * @param version the version that the keys show
   * @param layout the shards
   * @return the settings that all generators of the name share
   */
  public static Spec ofShards(String name, int version, String layout) {
    return new Spec(
        ":v" + version + "/" + name,
        () -> "shards=" + layout,
        List::of,
        text -> {},
        Message.of(
            "this version of the shards had another layout before, whose rows would no longer be"
                + " found: name={}, version={}",
            name,
            version),
        "a new layout needs a new version, with the old one kept under layouts; a format without"
            + " {version:N} needs a new name");
  }
}
