package io.mintmark.cli.ids;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TextLinesTest {

  private static List<String> lines(InputStream in) throws IOException {
    TextLines reader = new TextLines(in);
    List<String> lines = new ArrayList<>();
    for (String text = reader.next(); text != null; text = reader.next()) {
      lines.add(reader.line() + ":" + text);
    }
    return lines;
  }

  private static InputStream of(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void next_blanksAndLineEndings_areRemoved() throws IOException {
    assertThat(lines(of("a\r\n\n  b \t\n \nc"))).containsExactly("1:a", "3:b", "5:c");
  }

  @Test
  void next_readsOfAnySize_returnTheSameLines() throws IOException {
    StringBuilder text = new StringBuilder();
    List<String> expected = new ArrayList<>();
    for (int i = 1; i <= 50_000; i++) {
      text.append(i * 7919L).append('\n');
      expected.add(i + ":" + i * 7919L);
    }
    Random random = new Random(11);
    InputStream broken =
        new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.UTF_8)) {
          @Override
          public synchronized int read(byte[] bytes, int from, int length) {
            return super.read(bytes, from, Math.min(length, 1 + random.nextInt(100)));
          }
        };

    assertThat(lines(broken)).isEqualTo(expected);
  }

  @Test
  void next_lineLongerThanTheBuffer_isRefusedWithItsNumber() {
    assertThatThrownBy(() -> lines(of("a\n" + "x".repeat(100_000))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("an id is longer than 4096 characters: line=2");
  }

  @Test
  void next_byteOrderMarks_areRemovedAlsoInJoinedFiles() throws IOException {
    assertThat(lines(of("\uFEFF7\n8\n\uFEFF7\n\uFEFF\n"))).containsExactly("1:7", "2:8", "3:7");
  }

  @ParameterizedTest
  @ValueSource(strings = {"7\r8\n", "7\u001b[2J\n", "7\u0000\n", "\u007f7"})
  void next_controlCharacters_areRefusedWithTheirLine(String text) {
    assertThatThrownBy(() -> lines(of("1\n" + text)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("line=2, byte=0x");
  }

  @Test
  void next_longestLine_isRead() throws IOException {
    assertThat(lines(of("x".repeat(4096)))).hasSize(1);
  }
}
