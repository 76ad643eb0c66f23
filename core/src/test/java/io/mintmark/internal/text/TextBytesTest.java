package io.mintmark.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class TextBytesTest {

  @Test
  void text_bytesChangeAfterwards_isUnchanged() {
    byte[] bytes = TextBytes.ofThread();
    for (int i = 0; i < TextBytes.LENGTH; i++) {
      bytes[i] = (byte) i;
    }
    String text = TextBytes.text(bytes, TextBytes.LENGTH);
    assertThat(TextBytes.text(bytes, 0)).isEmpty();
    Arrays.fill(bytes, (byte) 'x');
    assertThat(text.chars())
        .containsExactly(IntStream.range(0, TextBytes.LENGTH).boxed().toArray(Integer[]::new));
  }

  @Test
  void ofThread_anotherThread_returnsAnotherArray() {
    byte[] own = TextBytes.ofThread();
    assertThat(CompletableFuture.supplyAsync(TextBytes::ofThread, task -> new Thread(task).start())
            .join())
        .isNotSameAs(own);
    assertThat(TextBytes.ofThread()).isSameAs(own);
  }
}
