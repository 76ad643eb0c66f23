package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServeCommandTest {

  @TempDir
  private Path directory;

  @ParameterizedTest
  @Tag("long")
  @ValueSource(
      strings = {
        "redis://me:sesame@127.0.0.1:1",
        "jdbc:postgresql://127.0.0.1:1/x?user=me&password=sesame",
        "jdbc:mysql://me:sesame@127.0.0.1:1/x",
        "mintmark://me:sesame@127.0.0.1:1",
        "mongodb://me:sesame@127.0.0.1:1/?noSuchOption=1&serverSelectionTimeoutMS=10",
        "none://me:sesame@127.0.0.1:1"
      })
  void serve_missingStore_failsWithoutShowingThePassword(String url) {
    String data = directory.toString();
    Map<String, String> environment = Map.of("MINTMARK_STORE", url);
    for (Run run : List.of(
        Run.of("serve", "--store", url, "--data", data, "--http", "127.0.0.1:0"),
        Run.in(environment, "serve", "--data", data, "--http", "127.0.0.1:0"),
        Run.of("lines", "list", "--json", "--store", url),
        Run.in(environment, "lines", "list", "--json"))) {
      assertThat(run.code()).isEqualTo(1);
      assertThat(run.out()).isEmpty();
      assertThat(run.err())
          .startsWith("mintmark: ")
          .contains(url.substring(0, url.indexOf("://")))
          .doesNotContain("sesame");
    }
  }

  @Test
  void serve_emptyStoreInTheEnvironment_isRefused() {
    Map<String, String> environment = Map.of("MINTMARK_STORE", "");

    Run run = Run.in(environment, "serve", "--data", directory.toString());

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("MINTMARK_STORE is empty");
    assertThat(directory).isEmptyDirectory();
    assertThat(Run.in(environment, "next", "a", "--store", "memory:").out()).isEqualTo("1\n");
  }

  @Test
  void serve_twoPlacesForAnEmbeddedStore_isRefused() {
    Run run = Run.of("serve", "--store", "file:/a", "--data", "/b");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("store=file:/a, data=/b");
  }
}
