package io.mintmark.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** What Jazzer starts from, and what it found once: each build tries all of it. */
final class Seeds {

  /** How long Jazzer looks, when it is asked to. */
  static final String FUZZED_FOR = "1m";

  private Seeds() {}

  static Stream<byte[]> of(List<String> texts) {
    return texts.stream().map(text -> text.getBytes(UTF_8));
  }

  /** Reads what was found, a line of hexadecimal digits each; a line with {@code #} says what. */
  static Stream<byte[]> found(String resource) throws IOException {
    try (InputStream in = Objects.requireNonNull(Seeds.class.getResourceAsStream(resource))) {
      return new String(in.readAllBytes(), US_ASCII)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(HexFormat.of()::parseHex);
    }
  }
}
