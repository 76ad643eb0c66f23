package io.mintmark.bench;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.bench.Load.Contender;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class LoadTest {

  private static final Load SHORT = new Load(Duration.ofMillis(1), Duration.ofMillis(5));

  @Test
  void load_repeatedNumber_throws() {
    assertThatThrownBy(() -> SHORT.run(Contender.shared("same", () -> 7), 2))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a number came twice: contender=same, number=7");
  }
}
