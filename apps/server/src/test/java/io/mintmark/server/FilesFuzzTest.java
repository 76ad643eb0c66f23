package io.mintmark.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.config.SettingValues;
import io.mintmark.error.ConfigurationException;
import io.mintmark.server.access.Tokens;
import io.mintmark.service.IdService;
import io.mintmark.service.ProblemException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Fuzzes the readers of the configuration, of tokens and of key formats with Jazzer: wrong input
 * must be refused as wrong, and must not fail in any other way.
 */
class FilesFuzzTest {

  private static final List<String> TEXTS = List.of(
      HttpKeysTest.CONFIG,
      "server: {http: \"127.0.0.1:0\", request-memory: 64MB, drain: 1s, tls: {key: k}}",
      "auto-create: {\"a*\": {cycle: 1..99, ignore: [DEL]}, \"*\": {segment: 1..100}}",
      "generators: {a: {type: uuid, version: 7}, b: {type: sequence, start: 5, step: 2}}",
      "a: {hash: \"sha256:" + "ab".repeat(32) + "\", scopes: [next, read], rate: 5}",
      "OD{db:2}{table:4}{version:2}{time:yyMMddHHmmssSSS}{worker:2}{seq:5}",
      "{var:tenant:4}{time:yyDDDHH}{seq:4:base36}{check:iso7064-37-36}{{}}");

  @TempDir
  private Path directory;

  static Stream<byte[]> seeds() throws IOException {
    return Stream.concat(Seeds.of(TEXTS), Seeds.found("files.hex"));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void text_ofAnyBytes_isReadOrRefused(byte[] text) throws IOException {
    check(text);
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = Seeds.FUZZED_FOR)
  void fuzz(byte[] text) throws IOException {
    check(text);
  }

  private void check(byte[] text) throws IOException {
    Path file = Files.write(directory.resolve("file.yaml"), text);
    refusedAtMost(() -> {
      Config config = Config.load(file);
      SettingValues unused = ServerSettings.of(config.server());
      try (Mintmark mint = Mintmark.open("memory:")) {
        assertThat(config.open(mint)).isNotNull();
      }
    });
    refusedAtMost(() -> assertThat(Tokens.read(file)).isNotNull());
    Map<String, String> format = Map.of("format", new String(text, UTF_8));
    try (Mintmark mint = Mintmark.open("memory:")) {
      IdService service = new IdService(mint, Config.standard());
      refusedAtMost(() -> assertThat(service.explain(format, 0)).isNotNull());
    }
  }

  private static void refusedAtMost(Runnable reading) {
    try {
      reading.run();
    } catch (ConfigurationException | ProblemException e) {
      assertThat(e).hasMessageNotContaining("Exception");
    }
  }
}
