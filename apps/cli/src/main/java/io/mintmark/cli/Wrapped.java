package io.mintmark.cli;

import java.util.ArrayList;
import java.util.List;

/** A sentence in lines of a width, broken at spaces; a longer word has a line of its own. */
final class Wrapped {

  private Wrapped() {}

  static List<String> lines(String sentence, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : sentence.split(" ", -1)) {
      if (line.length() > 0 && line.length() + 1 + word.length() > width) {
        lines.add(line.toString());
        line.setLength(0);
      }
      line.append(line.length() == 0 ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
