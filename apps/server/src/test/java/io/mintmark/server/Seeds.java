package io.mintmark.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** The seeds for Jazzer, and the inputs that it found earlier. Each build tries all of them. */
final class Seeds {

  /** The duration of a fuzzing run, if one is requested. */
  static final String FUZZED_FOR = "1m";

  private Seeds() {}

  static Stream<byte[]> of(List<String> texts) {
    return texts.stream().map(text -> text.getBytes(UTF_8));
  }

  /**
   * Reads the found inputs, one line of hexadecimal digits for each. Lines with {@code #} are
   * comments.
   */
  static Stream<byte[]> found(String resource) throws IOException {
    try (InputStream in = Objects.requireNonNull(Seeds.class.getResourceAsStream(resource))) {
      return new String(in.readAllBytes(), US_ASCII)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(HexFormat.of()::parseHex);
    }
  }
}
