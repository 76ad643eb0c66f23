package io.mintmark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

final class TableTest {

  @Test
  void print_columns_areAsWideAsTheirWidestCell() {
    Table table = new Table("NAME", "COUNT").right(1);
    table.row("a", "1");
    table.row("订单编号", "1,000");
    StringWriter text = new StringWriter();

    table.print(new PrintWriter(text), new TextStyle(false));

    assertThat(text.toString().lines())
        .containsExactly("NAME  COUNT", "a         1", "订单编号  1,000");
  }
}
