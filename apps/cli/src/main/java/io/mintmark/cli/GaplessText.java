package io.mintmark.cli;

import io.mintmark.error.Message;
import io.mintmark.gapless.GaplessReport;
import io.mintmark.json.Json;
import java.io.PrintWriter;
import java.util.List;

/** Prints a check of gapless numbers for people and for programs. */
final class GaplessText {

  private GaplessText() {}

  static void print(GaplessReport report, PrintWriter out, TextStyle style) {
    String read = Figures.grouped(report.read()) + " numbers read, ";
    String found = report.isComplete()
        ? style.bold(read + "no gaps and no duplicates in " + counters(report))
        : style.error(read + "not complete: " + counters(report));
    out.println(found);
    Table table = new Table(
            "TENANT", "PERIOD", "LAST", "USED", "VOID", "MISSING", "TWICE", "NEVER GIVEN", "GAPS")
        .right(2, 3, 4, 5, 6, 7);
    for (GaplessReport.Counter counter : report.counters()) {
      table.row(
          dash(counter.tenant()),
          dash(counter.period()),
          Figures.grouped(counter.last()),
          Figures.grouped(counter.used()),
          Figures.grouped(counter.voided()),
          Figures.grouped(counter.missing()),
          Figures.grouped(counter.repeated()),
          Figures.grouped(counter.neverGiven()),
          dash(String.join(" ", counter.missingRanges())));
    }
    table.print(out, style);
    for (GaplessReport.Counter counter : report.counters()) {
      if (counter.repeated() > 0) {
        out.println("twice in tenant " + dash(counter.tenant()) + ", period "
            + dash(counter.period()) + ": " + counter.repeatedExamples());
      }
    }
    if (report.strange() > 0) {
      out.println(Figures.grouped(report.strange()) + " of another format: "
          + Message.of("{}", report.strangeExamples()));
    }
    if (!report.voids().isEmpty()) {
      out.println();
      Table voids = new Table("VOID", "SINCE", "REASON");
      for (GaplessReport.VoidNumber number : report.voids()) {
        voids.row(number.text(), number.at(), Message.of("{}", number.reason()));
      }
      voids.print(out, style);
    }
  }

  private static String counters(GaplessReport report) {
    int count = report.counters().size();
    return Figures.grouped(count) + (count == 1 ? " counter" : " counters");
  }

  private static String dash(String text) {
    return text.isEmpty() ? "-" : text;
  }

  static void describe(Json json, GaplessReport report) {
    json.put("complete", report.isComplete())
        .put("read", report.read())
        .put("strange", report.strange())
        .put("strangeExamples", report.strangeExamples())
        .put("counters", report.counters(), GaplessText::describe)
        .put(
            "voids",
            report.voids(),
            (object, number) -> object
                .put("number", number.text())
                .put("tenant", number.tenant())
                .put("period", number.period())
                .put("reason", number.reason())
                .put("at", number.at().toString()));
  }

  private static void describe(Json json, GaplessReport.Counter counter) {
    List<String> twice =
        counter.repeatedExamples().stream().map(String::valueOf).toList();
    json.put("tenant", counter.tenant())
        .put("period", counter.period())
        .put("last", counter.last())
        .put("used", counter.used())
        .put("voided", counter.voided())
        .put("missing", counter.missing())
        .put("gaps", counter.missingRanges())
        .put("repeated", counter.repeated())
        .put("repeatedExamples", twice)
        .put("neverGiven", counter.neverGiven());
  }
}
