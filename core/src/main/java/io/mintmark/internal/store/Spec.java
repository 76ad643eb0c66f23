package io.mintmark.internal.store;

import io.mintmark.error.Message;
import java.util.List;
import java.util.function.Supplier;

/**
 * Settings on which all generators that share a name, or the worker numbers of a scope, have to
 * agree. Their fingerprint stands on a {@link SpecLine}.
 *
 * @param subject the name or scope that has these settings; the line's name without {@link
 *     SpecLine#PREFIX}
 * @param settings all of them, the same text for the same settings
 * @param spellings other texts that mean the same and that stores may hold; asked for only if the
 *     fingerprint is another
 * @param mismatch the error if other settings were used before, with the subject's name
 * @param remedy what a user does about that
 */
public record Spec(
    String subject,
    String settings,
    Supplier<List<String>> spellings,
    String mismatch,
    String remedy) {

  /**
   * Tells whether only one name can have these settings, unless another one is given its scope.
   *
   * @param name a generator's name
   * @return whether the subject is the name, or the name's own scope or version
   */
  public boolean isOf(String name) {
    return subject.equals(name) || subject.substring(subject.indexOf('/') + 1).equals(name);
  }

  /**
   * Tells the settings that give a worker scope's positions their meaning, which are written before
   * anything is claimed there.
   *
   * @return whether this was made by {@link #ofScope}
   */
  public boolean isOfScope() {
    return subject.startsWith(SpecLine.WORKERS);
  }

  /**
   * Makes the settings that a generator's name stands for.
   *
   * @param name the generator's name
   * @param settings all of them
   * @param spellings other texts that mean the same
   * @return what all generators of the name share
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
   * Makes the settings that give positions their meaning in a worker scope.
   *
   * @param scope whose worker numbers are used
   * @param settings all of them
   * @param spellings other texts that mean the same
   * @return what all generators of the scope share
   */
  public static Spec ofScope(String scope, String settings, Supplier<List<String>> spellings) {
    return new Spec(
        SpecLine.WORKERS + scope,
        settings,
        spellings,
        Message.of("the worker scope was used with other settings before: scope={}", scope),
        "generators of other settings need a scope of their own");
  }

  /**
   * Makes the settings by which a worker's position becomes an id, in a worker scope.
   *
   * @param scope whose worker numbers are used
   * @param form which ids of the scope can be equal at all: empty, or the length of their text
   * @param settings all of them
   * @return what all generators of the scope and form share, so that their ids differ
   */
  public static Spec ofIds(String scope, String form, String settings) {
    return new Spec(
        ":id" + form + "/" + scope,
        settings,
        List::of,
        Message.of(
            "ids of this worker scope could be equal, as other generators build ids differently:"
                + " scope={}",
            scope),
        "such generators need a scope of their own");
  }

  /**
   * Makes the shard layout that a version of a generator's keys stands for.
   *
   * @param name the generator's name
   * @param version what the keys show
   * @param layout the shards
   * @return what all generators of the name share
   */
  public static Spec ofShards(String name, int version, String layout) {
    return new Spec(
        ":v" + version + "/" + name,
        "shards=" + layout,
        List::of,
        Message.of(
            "this version of the shards was another layout before, whose rows would no longer be"
                + " found: name={}, version={}",
            name,
            version),
        "a new layout needs a new version, with the old one kept under layouts; a format without"
            + " {version:N} needs a new name");
  }
}
