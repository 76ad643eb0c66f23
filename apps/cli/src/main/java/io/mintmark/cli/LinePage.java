package io.mintmark.cli;

import io.mintmark.store.Line;
import java.util.List;

/**
 * Which of many lines are looked at, in the order of their names.
 *
 * @param after those whose names come after this; all if it is empty
 * @param most so many of them, 1 or more
 */
record LinePage(String after, long most) {

  /** One line more than this, by which it is seen whether there are any. */
  LinePage andOne() {
    return most == Long.MAX_VALUE ? this : new LinePage(after, most + 1);
  }

  List<Line> of(List<Line> all) {
    return all.stream()
        .filter(line -> line.name().compareTo(after) > 0)
        .limit(most)
        .toList();
  }
}
