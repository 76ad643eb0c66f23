package io.mintmark.peers;

/**
 * What one process made in one round.
 *
 * @param made ids
 * @param broken ids that were not greater than the one that the same thread got before
 * @param refused calls that threw
 * @param longestMs the longest time for up to sixteen calls
 * @param refusal what the last refused call said
 */
record Drawn(long made, long broken, long refused, long longestMs, String refusal) {

  static final Drawn NOTHING = new Drawn(0, 0, 0, 0, "");

  private static final int WORDS = 5;

  /** Adds what another process made. */
  Drawn plus(Drawn other) {
    return new Drawn(
        made + other.made,
        broken + other.broken,
        refused + other.refused,
        Math.max(longestMs, other.longestMs),
        refusal.isEmpty() ? other.refusal : refusal);
  }

  /** Leaves out a time for which the process itself stood still. */
  Drawn without(long pauseMs) {
    return new Drawn(made, broken, refused, Math.max(0, longestMs - pauseMs), refusal);
  }

  String line() {
    return made + " " + broken + " " + refused + " " + longestMs + " " + refusal;
  }

  static Drawn parse(String line) {
    String[] words = line.split(" ", WORDS);
    return new Drawn(
        Long.parseLong(words[0]),
        Long.parseLong(words[1]),
        Long.parseLong(words[2]),
        Long.parseLong(words[3]),
        words[4]);
  }
}
