package io.mintmark.internal.store;

import io.mintmark.error.Message;
import java.util.List;
import java.util.function.Supplier;

/**
 * Settings on which all generators with the same name, or with the same worker pool, must agree. A
 * {@link SpecLine} holds their fingerprint.
 *
 * @param subject the name or pool that has these settings; the line's name without {@link
 *     SpecLine#PREFIX}
 * @param settings all settings; equal settings have equal texts
 * @param spellings other texts with the same meaning that stores may hold; used only if the
 *     fingerprint differs
 * @param mismatch the error if different settings were used before, with the subject's name
 * @param remedy how a user corrects that
 */
public record Spec(
    String subject,
    String settings,
    Supplier<List<String>> spellings,
    String mismatch,
    String remedy) {

  /**
   * Returns whether these settings belong to one name alone. Another name can share them only if it
   * is given the pool of this name.
   *
   * @param name a generator's name
   * @return whether the subject is the name, or the name's own pool or version
   */
  public boolean isOf(String name) {
    return subject.equals(name) || subject.substring(subject.indexOf('/') + 1).equals(name);
  }

  /**
   * Returns whether these settings give a worker pool's positions their meaning. Such settings are
   * written before anything is claimed in the pool.
   *
   * @return whether this was made by {@link #ofPool}
   */
  public boolean isOfPool() {
    return subject.startsWith(SpecLine.WORKERS);
  }

  /**
   * Makes the settings of a generator's name.
   *
   * @param name the generator's name
   * @param settings all settings
   * @param spellings other texts with the same meaning
   * @return the settings that all generators of the name share
   */
  public static Spec ofName(String name, String settings, Supplier<List<String>> spellings) {
    return new Spec(
        name,
        settings,
        spellings,
        Message.of("the name was used with other settings before: name={}", name),
        "new settings need a new name");
  }

  /**
   * Makes the settings that give positions their meaning in a worker pool.
   *
   * @param pool the pool of the worker numbers
   * @param settings all settings
   * @param spellings other texts with the same meaning
   * @return the settings that all generators of the pool share
   */
  public static Spec ofPool(String pool, String settings, Supplier<List<String>> spellings) {
    return new Spec(
        SpecLine.WORKERS + pool,
        settings,
        spellings,
        Message.of("the worker pool was used with other settings before: worker-pool={}", pool),
        "generators of other settings need a pool of their own");
  }

  /**
   * Makes the settings that determine how a worker's position becomes an id, in a worker pool.
   *
   * @param pool the pool of the worker numbers
   * @param form distinguishes ids of the pool that can never be equal: empty, or the length of
   *     their text
   * @param settings all settings
   * @return the settings that all generators of the pool and form share, so that their ids differ
   */
  public static Spec ofIds(String pool, String form, String settings) {
    return new Spec(
        ":id" + form + "/" + pool,
        settings,
        List::of,
        Message.of(
            "ids of this worker pool could be equal, as other generators build ids differently:"
                + " worker-pool={}",
            pool),
        "such generators need a pool of their own");
  }

  /**
   * Makes the settings of one version of the shard layout in a generator's keys.
   *
   * @param name the generator's name
   * @param version the version that the keys show
   * @param layout the shards
   * @return the settings that all generators of the name share
   */
  public static Spec ofShards(String name, int version, String layout) {
    return new Spec(
        ":v" + version + "/" + name,
        "shards=" + layout,
        List::of,
        Message.of(
            "this version of the shards had another layout before, whose rows would no longer be"
                + " found: name={}, version={}",
            name,
            version),
        "a new layout needs a new version, with the old one kept under layouts; a format without"
            + " {version:N} needs a new name");
  }
}
