package io.mintmark.store.engine;

import io.mintmark.internal.store.LinePage;
import io.mintmark.store.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Lists lines in several calls, for an engine that returns only a limited number at once. */
public final class LineParts {

  private LineParts() {}

  /**
   * Lists the lines of a page.
   *
   * @param page the page
   * @param most the largest number of lines in one call
   * @param list lists the lines of a smaller page
   * @return the lines of the page
   */
  public static List<Line> of(LinePage page, int most, Function<LinePage, List<Line>> list) {
    List<Line> lines = new ArrayList<>();
    LinePage rest = page;
    while (true) {
      LinePage part = new LinePage(page.prefix(), rest.after(), Math.min(most, rest.limit()));
      List<Line> found = list.apply(part);
      lines.addAll(found);
      if (found.size() < part.limit() || lines.size() == page.limit()) {
        return lines;
      }
      String last = lines.get(lines.size() - 1).name();
      rest = new LinePage(page.prefix(), last, page.limit() - lines.size());
    }
  }
}
