package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServeCommandTest {

  @TempDir
  private Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "redis://me:sesame@127.0.0.1:1",
        "jdbc:postgresql://127.0.0.1:1/x?user=me&password=sesame",
        "jdbc:mysql://me:sesame@127.0.0.1:1/x",
        "mintmark://me:sesame@127.0.0.1:1",
        "mongodb://me:sesame@127.0.0.1:1/?noSuchOption=1&serverSelectionTimeoutMS=10",
        "none://me:sesame@127.0.0.1:1"
      })
  void serve_storeThatIsNotThere_isSaidWithoutItsPassword(String url) {
    for (String[] command : new String[][] {
      {"serve", "--store", url, "--data", directory.toString(), "--http", "127.0.0.1:0"},
      {"lines", "list", "--json", "--store", url}
    }) {
      Run run = Run.of(command);

      assertThat(run.code()).isEqualTo(1);
      assertThat(run.out()).isEmpty();
      assertThat(run.err()).startsWith("mintmark: ").doesNotContain("sesame");
    }
  }

  @Test
  void serve_twoPlacesForAnEmbeddedStore_isRefused() {
    Run run = Run.of("serve", "--store", "file:/a", "--data", "/b");

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.err()).contains("store=file:/a, data=/b");
  }
}
