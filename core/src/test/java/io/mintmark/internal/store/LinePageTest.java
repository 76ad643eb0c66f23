package io.mintmark.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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

  @ParameterizedTest
  @CsvSource({"a b, '', 1", "'', a%, 1", "a, a, 0", "a, a, -1"})
  void page_invalidArguments_throw(String prefix, String after, int limit) {
    assertThatThrownBy(() -> new LinePage(prefix, after, limit))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
