package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.store.file.FileStore;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LinesCommandTest {

  @TempDir
  private Path data;

  private Run run(String... args) {
    String[] all = new String[args.length + 2];
    System.arraycopy(args, 0, all, 0, args.length);
    all[args.length] = "--data";
    all[args.length + 1] = data.toString();
    return Run.of(all);
  }

  @Test
  void list_prefix_showsMatchingLinesInATable() {
    run("next", "invoices", "-n", "41");
    run("next", "tail");

    Run list = run("lines", "list", "seq/");

    assertThat(list.code()).isZero();
    assertThat(list.out().lines().toList()).hasSize(3).satisfies(lines -> {
      assertThat(lines.get(0)).startsWith("LINE          NEXT  UPDATED");
      assertThat(lines.get(1)).startsWith("seq/invoices    41  20");
      assertThat(lines.get(2)).startsWith("seq/tail         1  20");
    });
  }

  @Test
  void list_json_hasNumbersAsStrings() {
    run("next", "invoices");

    assertThat(run("lines", "list", "seq/", "--json").json())
        .asInstanceOf(InstanceOfAssertFactories.MAP)
        .extractingByKey("lines", InstanceOfAssertFactories.LIST)
        .singleElement(InstanceOfAssertFactories.MAP)
        .containsEntry("name", "seq/invoices")
        .containsEntry("next", "1");
  }

  @Test
  void list_limit_showsAPageAndTheStartOfTheNext() {
    run("next", "invoices");
    run("next", "tail");

    Run page = run("lines", "list", "seq/", "--limit", "1");
    assertThat(page.out()).contains("seq/invoices").doesNotContain("seq/tail");
    assertThat(page.err())
        .isEqualTo("There are more lines. For the next page: --after seq/invoices\n");
    assertThat(run("lines", "list", "seq/", "--after", "seq/invoices", "--json").out())
        .contains("seq/tail", "\"more\":false")
        .doesNotContain("seq/invoices");
    assertThat(run("lines", "list", "--limit", "0").code()).isEqualTo(2);
  }

  @Test
  void list_storeOpenInAnotherProcess_works() {
    run("next", "invoices");
    try (FileStore store = FileStore.open(data)) {
      store.claim("seq/invoices", 0, 9);

      assertThat(run("lines", "list", "seq/").out()).contains("seq/invoices    10  ");
    }
  }

  @Test
  void raise_line_movesIt() {
    run("next", "invoices");

    assertThat(run("lines", "raise", "seq/invoices", "500"))
        .isEqualTo(new Run(0, "seq/invoices: raised from 1 to 500\n", ""));
    assertThat(run("next", "invoices").out()).isEqualTo("501\n");
  }

  @Test
  void raise_json_hasBothNumbers() {
    assertThat(run("lines", "raise", "seq/a", "5", "--new", "--json").out())
        .isEqualTo("{\"name\":\"seq/a\",\"before\":\"0\",\"next\":\"5\"}\n");
  }

  /** After a restore, a mistyped name would leave the intended line too low. */
  @Test
  void raise_missingLine_isRefusedWithoutNew() {
    run("next", "invoices");

    Run raise = run("lines", "raise", "seq/invocies", "500");

    assertThat(raise.code()).isEqualTo(1);
    assertThat(raise.err())
        .contains("there is no such line: line=seq/invocies, next=500; nothing was changed");
    assertThat(run("lines", "list", "seq/").out()).doesNotContain("invocies");
    assertThat(run("lines", "raise", "seq/invocies", "500", "--new").code()).isZero();
    assertThat(run("lines", "raise", "--all", "--margin", "1", "--new").code()).isEqualTo(2);
  }

  @Test
  void raise_downwards_failsAndChangesNothing() {
    run("next", "invoices", "-n", "10");

    Run raise = run("lines", "raise", "seq/invoices", "10");

    assertThat(raise.code()).isEqualTo(1);
    assertThat(raise.err())
        .contains("the line is already there or above: line=seq/invoices, position=10, next=10;"
            + " nothing was changed");
    assertThat(run("next", "invoices").out()).isEqualTo("11\n");
  }

  @Test
  void raise_fingerprint_isRefused() {
    run("next", "invoices");
    Run raise = run("lines", "raise", "spec/invoices", "9223372036854775807");

    assertThat(raise.code()).isEqualTo(1);
    assertThat(raise.err()).contains("the settings that a generator was first used with");
  }

  /**
   * A closed gate means that all lines were moved to another store, and it cannot be opened again.
   */
  @Test
  void raise_internalLines_isRefused() {
    run("next", "invoices");
    for (String line : List.of("mintmark/gate", "mintmark/identity", "mintmark/new")) {
      Run raise = run("lines", "raise", line, "9223372036854775807");

      assertThat(raise.code()).isEqualTo(1);
      assertThat(raise.err())
          .contains("the line is Mintmark's own", "line=" + line + "; nothing was changed");
    }
    assertThat(run("next", "orders").out()).isEqualTo("1\n");
  }

  @Test
  void lower_withoutTheFlag_warnsAndChangesNothing() {
    run("next", "invoices", "-n", "10");

    Run lower = run("lines", "lower", "seq/invoices", "4");

    assertThat(lower.code()).isEqualTo(2);
    assertThat(lower.err())
        .contains(
            "positions from 4 on are handed out again: line=seq/invoices; nothing was changed",
            "--accept-repeats");
    assertThat(run("next", "invoices").out()).isEqualTo("11\n");
  }

  @Test
  void lower_withTheFlag_movesTheLine() {
    run("next", "invoices", "-n", "10");

    assertThat(run("lines", "lower", "seq/invoices", "4", "--accept-repeats").out())
        .isEqualTo(
            "seq/invoices: lowered from 10 to 4; positions from 4 on are handed out again\n");
    assertThat(run("next", "invoices").out()).isEqualTo("5\n");
    assertThat(run("lines", "lower", "seq/invoices", "1", "--accept-repeats", "--json")
            .out())
        .isEqualTo("{\"name\":\"seq/invoices\",\"before\":\"5\",\"next\":\"1\"}\n");
    assertThat(run("lines", "lower", "seq/invoices", "1", "--accept-repeats").err())
        .contains("the line is already there or below: line=seq/invoices, position=1, next=1");
    assertThat(run("lines", "lower", "seq/invoices", "0", "--accept-repeats").err())
        .contains("out of range 1 to 9223372036854775807: NEXT=0");
    assertThat(run("lines", "lower", "mintmark/gate", "1", "--accept-repeats").code())
        .isEqualTo(1);
  }

  @Test
  void lower_lineOfSettings_isRefusedUnlessItWasMoved() {
    run("next", "invoices");
    assertThat(run("lines", "lower", "spec/invoices", "7", "--accept-repeats").err())
        .contains("the settings that a generator was first used with");
    long fingerprint;
    try (FileStore store = FileStore.open(data)) {
      fingerprint = store.claim("spec/invoices", 0, 5);
    }
    String[] repair = {
      "lines", "lower", "spec/invoices", Long.toString(fingerprint), "--accept-repeats"
    };
    assertThat(run("next", "invoices").err())
        .contains("changed from outside", "mintmark " + String.join(" ", repair));

    assertThat(run(repair).code()).isZero();
    assertThat(run("next", "invoices").out()).isEqualTo("2\n");
    try (FileStore store = FileStore.open(data)) {
      assertThat(store.lower("spec/invoices", fingerprint, fingerprint - 9)).isTrue();
    }
    assertThat(
            run("lines", "raise", "spec/invoices", Long.toString(fingerprint)).code())
        .isZero();
    assertThat(run("next", "invoices").out()).isEqualTo("3\n");
  }

  @Test
  void raise_badName_fails() {
    assertThat(run("lines", "raise", "a//b", "1").code()).isEqualTo(2);
    assertThat(
            Run.of("lines", "raise", "--data", data.toString(), "--", "a", "-1").err())
        .contains("NEXT=-1");
    assertThat(run("lines", "list", "a b").code()).isEqualTo(2);
  }

  @Test
  void lines_withoutACommand_isWrongUsage() {
    assertThat(Run.of("lines").code()).isEqualTo(2);
    assertThat(run("lines", "raise", "seq/a").code()).isEqualTo(2);
  }
}
