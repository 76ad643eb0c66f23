package io.mintmark.simulation;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The names of a generator's lines: to write one anew for each id took longer than all else. */
final class LineNames {

  private final Subject subject;
  private @Nullable String[] names = new String[1];

  LineNames(Subject subject) {
    this.subject = subject;
  }

  /** The line that an id's position is on. */
  String of(long id) {
    int worker = subject.worker(id);
    if (worker >= names.length) {
      names = Arrays.copyOf(names, 2 * worker);
    }
    String known = names[worker];
    if (known == null) {
      known = subject.lineOf(id);
      names[worker] = known;
    }
    return known;
  }
}
