package io.mintmark.key;

import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The lowest number in keys, 0 or 1. If a user has not set it, it is decided when the store has the
 * settings of the name: a name that the store knows keeps its start, and a new name starts at 1.
 * Until then it is open, and is regarded as 1. It is decided once. Thread-safe.
 *
 * <p><b>Uniqueness does not depend on the start.</b> A position is the same number in all keys of a
 * format, whatever the start is. With start 1, the positions with number 0 are claimed like all
 * others, but no key is made from them. So processes can use different starts, even in one worker
 * pool, or change their start, without making a key twice. The store keeps the start of a name only
 * so that the keys of all its processes begin alike.
 */
final class KeyStart implements LongSupplier {

  private static final long OPEN = -1;
  private static final String ONE = " start=1";

  private final OptionalLong given;
  private final AtomicLong decided;

  /**
   * Creates a start.
   *
   * @param given the start that the user has set
   * @param isShown whether keys show their numbers; otherwise the start is 0 unless it is set
   */
  KeyStart(OptionalLong given, boolean isShown) {
    this.given = given;
    this.decided = new AtomicLong(given.orElse(isShown ? OPEN : 0));
  }

  OptionalLong given() {
    return given;
  }

  /** Returns the lowest number in keys. */
  @Override
  public long getAsLong() {
    long known = decided.get();
    return known == OPEN ? 1 : known;
  }

  /** Returns whether a key with this number can be a key of the generator. */
  boolean allows(long number) {
    return number >= decided.get();
  }

  /**
   * Returns the start as a part of the text of the name's settings. If the start is open, returns
   * the parts for both starts, and the part for start 1 is the first.
   */
  List<String> texts() {
    long known = decided.get();
    return known == OPEN ? List.of(ONE, "") : List.of(known == 0 ? "" : ONE);
  }

  /** Decides the start, if it is open, from the text of settings that the store has. */
  void decide(String settings) {
    boolean unused = decided.compareAndSet(OPEN, settings.contains(ONE) ? 1 : 0);
  }

  /** Compares what users have set, because a start that was decided later is no setting. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof KeyStart start && given.equals(start.given);
  }

  @Override
  public int hashCode() {
    return given.hashCode();
  }

  @Override
  public String toString() {
    return given.isPresent() ? Long.toString(given.getAsLong()) : "unset";
  }
}
