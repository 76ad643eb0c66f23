package io.mintmark.store.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.internal.store.LinePage;
import io.mintmark.store.Line;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LinePartsTest {

  @Test
  void of_moreThanAPart_requestsTheNextPart() {
    List<LinePage> asked = new ArrayList<>();
    List<Line> all = List.of(line("seq/a"), line("seq/b"), line("seq/c"), line("seq/d"));

    List<Line> lines = LineParts.of(new LinePage("seq/", "", 3), 2, part -> {
      asked.add(part);
      return all.stream()
          .filter(each -> part.holds(each.name()))
          .limit(part.limit())
          .toList();
    });

    assertThat(lines).isEqualTo(all.subList(0, 3));
    assertThat(asked)
        .containsExactly(new LinePage("seq/", "", 2), new LinePage("seq/", "seq/b", 1));
    LinePage every = new LinePage("seq/", "", Integer.MAX_VALUE);
    assertThat(LineParts.of(every, 4, part -> part.after().isEmpty() ? all : List.of()))
        .isEqualTo(all);
  }

  private static Line line(String name) {
    return new Line(name, 1, "", Instant.EPOCH);
  }
}
