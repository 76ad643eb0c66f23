package io.mintmark.store.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RandomNumberTest {

  @Test
  void next_manyTimes_isPositiveAndNeverTheSame() {
    List<Long> drawn = Stream.generate(RandomNumber::next).limit(1_000).toList();

    assertThat(drawn).doesNotHaveDuplicates().allMatch(number -> number > 0);
  }

  @Test
  void ofProcess_calledTwice_isTheSame() {
    assertThat(RandomNumber.ofProcess()).isPositive().isEqualTo(RandomNumber.ofProcess());
  }
}
