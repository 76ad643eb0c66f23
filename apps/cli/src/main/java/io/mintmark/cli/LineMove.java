package io.mintmark.cli;

import io.mintmark.config.Config;
import io.mintmark.config.Section;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The line that a command moves by hand, and where to. */
abstract class LineMove extends PrintingCommand {

  @Mixin
  private SourceOptions source;

  @Parameters(index = "0", paramLabel = "LINE", description = "The line's name.")
  private String line;

  @Parameters(
      index = "1",
      paramLabel = "NEXT",
      description =
          "The position to hand out next. Positions count from 0, so a sequence that starts"
              + " at 1 then gives NEXT + 1.")
  private long next;

  LineMove(Terminal terminal) {
    super(terminal);
  }

  final String line() {
    return line;
  }

  final long next() {
    return next;
  }

  /** Checks the arguments; the position is {@code least} or above. */
  final void check(long least) {
    Usage.name(spec(), line);
    Usage.range(spec(), "NEXT", next, least, Long.MAX_VALUE);
  }

  /** Opens what has the line, without any generators. */
  final Source open() {
    source.checkMayMove(line, terminal());
    Config config = source.config(terminal());
    return source.open(
        new Config(config.store(), Map.of(), List.of(), 0, Section.NONE), terminal());
  }

  /** Says what was done, with words behind the line's name. */
  final void print(long before, String words) {
    print(
        json -> json.put("name", line)
            .put("before", Long.toString(before))
            .put("next", Long.toString(next)),
        out -> out.println(line + ": " + words));
  }
}
