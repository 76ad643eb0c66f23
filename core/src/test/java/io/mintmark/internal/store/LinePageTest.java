package io.mintmark.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.store.Line;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LinePageTest {

  private static final String LETTERS = "-./09:AZ_az";

  @Test
  void range_anyNames_containsThePrefixAfterTheName() {
    Random random = new Random(7);
    for (int i = 0; i < 100_000; i++) {
      LinePage page = new LinePage(text(random), text(random), 1);
      String name = text(random);
      boolean inRange = name.compareTo(page.from()) >= 0 && name.compareTo(page.to()) < 0;

      assertThat(page.holds(name)).as("%s holds %s", page, name).isEqualTo(inRange);
    }
  }

  /** Returns a short text of few different letters, so that many texts have the same beginning. */
  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(4);
    for (int i = 0; i < length; i++) {
      text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
    }
    return text.toString();
  }

  @Test
  void inParts_moreThanAPart_requestsTheNextPart() {
    List<LinePage> asked = new ArrayList<>();
    List<Line> all = List.of(line("seq/a"), line("seq/b"), line("seq/c"), line("seq/d"));

    List<Line> lines = new LinePage("seq/", "", 3).inParts(2, part -> {
      asked.add(part);
      return all.stream()
          .filter(each -> part.holds(each.name()))
          .limit(part.limit())
          .toList();
    });

    assertThat(lines).isEqualTo(all.subList(0, 3));
    assertThat(asked)
        .containsExactly(new LinePage("seq/", "", 2), new LinePage("seq/", "seq/b", 1));
    assertThat(LinePage.all("seq/").inParts(4, part -> part.after().isEmpty() ? all : List.of()))
        .isEqualTo(all);
  }

  private static Line line(String name) {
    return new Line(name, 1, "", Instant.EPOCH);
  }

  @ParameterizedTest
  @CsvSource({"a b, '', 1", "'', a%, 1", "a, a, 0", "a, a, -1"})
  void page_invalidArguments_throw(String prefix, String after, int limit) {
    assertThatThrownBy(() -> new LinePage(prefix, after, limit))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
