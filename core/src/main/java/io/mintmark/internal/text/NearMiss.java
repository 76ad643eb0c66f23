package io.mintmark.internal.text;

import java.util.Collection;
import java.util.Optional;

/** Finds the known word that a user probably mistyped. */
public final class NearMiss {

  private static final int MAX_LENGTH = 50;

  private NearMiss() {}

  /**
   * Finds the known word that is nearest to a mistyped word.
   *
   * @param word the mistyped word
   * @param known the known words
   * @return the nearest word. Empty if too many letters differ (were added, dropped, changed or
   *     swapped with their neighbour): more than a third of the letters, rounded up, or all letters
   */
  public static Optional<String> of(String word, Collection<String> known) {
    Optional<String> nearest = Optional.empty();
    int least = Integer.MAX_VALUE;
    for (String candidate : known) {
      int edits = word.length() > MAX_LENGTH ? Integer.MAX_VALUE : edits(word, candidate);
      if (edits < least && edits < candidate.length() && edits <= (candidate.length() + 2) / 3) {
        nearest = Optional.of(candidate);
        least = edits;
      }
    }
    return nearest;
  }

  /**
   * Returns the end of a message about a mistyped word: a suggestion, if a known word is near.
   *
   * @param word the mistyped word
   * @param known the known words
   * @param otherwise the end of the message if no known word is near
   * @return for example {@code did you mean orders?}
   */
  public static String hint(String word, Collection<String> known, String otherwise) {
    return of(word, known).map(meant -> "did you mean " + meant + "?").orElse(otherwise);
  }

  /**
   * Returns the end of a message about a mistyped word.
   *
   * @param word the mistyped word
   * @param known the known words
   * @return for example {@code ; did you mean orders?}; empty if no known word is near
   */
  public static String suggestion(String word, Collection<String> known) {
    return of(word, known).map(meant -> "; did you mean " + meant + "?").orElse("");
  }

  /**
   * Returns the optimal string alignment distance of two words, computed with a table of the
   * distances of all prefixes.
   */
  private static int edits(String a, String b) {
    int[][] table = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        table[i][j] = i == 0 || j == 0 ? i + j : cheapest(table, a, b, i, j);
      }
    }
    return table[a.length()][b.length()];
  }

  private static int cheapest(int[][] table, String a, String b, int i, int j) {
    int changed = table[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
    int cheapest = Math.min(changed, Math.min(table[i - 1][j], table[i][j - 1]) + 1);
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(cheapest, table[i - 2][j - 2] + 1) : cheapest;
  }
}
