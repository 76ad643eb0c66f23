package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.store.file.FileStore;
import java.nio.file.Path;
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
  void list_prefix_showsItsLinesInATable() {
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
  void list_limit_showsAPageAndWhereTheNextOneBegins() {
    run("next", "invoices");
    run("next", "tail");

    Run page = run("lines", "list", "seq/", "--limit", "1");
    assertThat(page.out()).contains("seq/invoices").doesNotContain("seq/tail");
    assertThat(page.err()).isEqualTo("There are more: --after seq/invoices\n");
    assertThat(run("lines", "list", "seq/", "--after", "seq/invoices", "--json").out())
        .contains("seq/tail", "\"more\":false")
        .doesNotContain("seq/invoices");
    assertThat(run("lines", "list", "--limit", "0").code()).isEqualTo(2);
  }

  @Test
  void list_whileAnotherHasTheStore_works() {
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
    assertThat(run("lines", "raise", "seq/a", "5", "--json").out())
        .isEqualTo("{\"name\":\"seq/a\",\"before\":\"0\",\"next\":\"5\"}\n");
  }

  @Test
  void raise_downwards_failsAndChangesNothing() {
    run("next", "invoices", "-n", "10");

    Run raise = run("lines", "raise", "seq/invoices", "10");

    assertThat(raise.code()).isEqualTo(1);
    assertThat(raise.err())
        .contains(
            "a line only grows: line=seq/invoices, position=10, next=10; nothing was changed");
    assertThat(run("next", "invoices").out()).isEqualTo("11\n");
  }

  @Test
  void raise_fingerprint_isRefused() {
    Run raise = run("lines", "raise", "spec/invoices", "9223372036854775807");

    assertThat(raise.code()).isEqualTo(1);
    assertThat(raise.err()).contains("a line under spec/ is a fingerprint");
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
