package io.mintmark.peers;

/**
 * The result of one thread, or of several together.
 *
 * @param made the number of ids
 * @param broken ids that were not greater than the id that the same thread received before
 * @param refused calls that threw an exception
 * @param longestMs the longest time for up to sixteen calls
 * @param refusal the message of one refused call
 */
record Tally(long made, long broken, long refused, long longestMs, String refusal) {

  static final Tally NOTHING = new Tally(0, 0, 0, 0, "");

  Tally plus(Tally other) {
    return new Tally(
        made + other.made,
        broken + other.broken,
        refused + other.refused,
        Math.max(longestMs, other.longestMs),
        refusal.isEmpty() ? other.refusal : refusal);
  }

  String line() {
    return made + " " + broken + " " + refused + " " + longestMs + " " + refusal;
  }

  static Tally parse(String line) {
    String[] words = line.split(" ", 5);
    return new Tally(
        Long.parseLong(words[0]),
        Long.parseLong(words[1]),
        Long.parseLong(words[2]),
        Long.parseLong(words[3]),
        words[4]);
  }
}
