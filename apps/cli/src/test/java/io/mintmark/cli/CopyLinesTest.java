package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CopyLinesTest {

  @TempDir
  private Path directory;

  private String from;
  private String to;

  @BeforeEach
  void fill() {
    from = "file:" + directory.resolve("old");
    to = "file:" + directory.resolve("new");
    assertThat(Run.of("next", "orders", "-n", "41", "--store", from).code()).isZero();
    assertThat(Run.of("next", "snowflake", "--store", from).code()).isZero();
  }

  @Test
  void copy_store_continuesInTheTarget() {
    Run copy = Run.of("lines", "copy", from, to);

    assertThat(copy).isEqualTo(new Run(0, """
        All lines are in %s, and sealed in the old store: lines=2, sealed now=2, fingerprints=4.
        Point every process at %s, and delete nothing of the old store before that.
        """.formatted(to, to), ""));
    assertThat(Run.of("next", "orders", "--store", to).out()).isEqualTo("42\n");
    for (String name : List.of("orders", "snowflake", "new")) {
      Run refused = Run.of("next", name, "--store", from);
      assertThat(refused.code()).isEqualTo(1);
      assertThat(refused.err())
          .contains("the line was moved to another store", "movedTo=" + to + "; no id issued");
    }
    assertThat(Run.of("lines", "list", "seq/", "--store", from).out())
        .contains("9223372036854775807", "moved to " + to);
  }

  @Test
  void copy_again_hasNothingToSeal() {
    Run.of("lines", "copy", from, to);

    assertThat(Run.of("lines", "copy", from, to, "--json").json())
        .isEqualTo(Map.of("lines", 2, "sealed", 0, "fingerprints", 4, "clashes", List.of()));
  }

  @Test
  void copy_dryRun_showsEachLineAndChangesNothing() {
    Run dry = Run.of("lines", "copy", from, to, "--dry-run");

    assertThat(dry.code()).isZero();
    assertThat(dry.out().lines())
        .hasSize(7)
        .anyMatch(line -> line.matches("seq/orders +41"))
        .anyMatch(line -> line.matches("spec/orders +\\d+"));
    assertThat(Run.of("lines", "copy", from, to, "--dry-run", "--json").json())
        .asString()
        .contains("name=seq/orders, next=41, ", "faults=[]");
    assertThat(directory.resolve("new")).doesNotExist();
    assertThat(Run.of("next", "orders", "--store", from).out()).isEqualTo("42\n");
  }

  @Test
  void copy_namesInUseInBoth_isRefused() {
    Run.of("next", "orders", "--store", to);

    Run dry = Run.of("lines", "copy", from, to, "--dry-run");
    Run copy = Run.of("lines", "copy", from, to);

    for (Run refused : List.of(dry, copy)) {
      assertThat(refused.code()).isEqualTo(1);
      assertThat(refused.err()).contains("the name is in use in both stores: name=orders");
    }
    assertThat(Run.of("next", "orders", "--store", from).out()).isEqualTo("42\n");
  }

  @Test
  void copy_wrongPath_makesNoStore() {
    Path typo = directory.resolve("odl");

    Run copy = Run.of("lines", "copy", "file:" + typo, to);

    assertThat(copy.code()).isEqualTo(1);
    assertThat(copy.err()).contains("there is no store in this directory: path=" + typo);
    assertThat(typo).doesNotExist();
  }

  @Test
  void copy_toItself_isRefused() {
    assertThat(Run.of("lines", "copy", from, from).code()).isEqualTo(2);
    assertThat(Run.of("lines", "copy", from, from.replace("file:", "file://")).code())
        .isEqualTo(1);
    assertThat(Run.of("next", "orders", "--store", from).out()).isEqualTo("42\n");
  }

  @Test
  void copy_oneStoreOnly_isWrongUsage() {
    assertThat(Run.of("lines", "copy", from).code()).isEqualTo(2);
  }
}
