package io.mintmark.cli;

import io.mintmark.MintmarkException;
import io.mintmark.config.file.Config;
import io.mintmark.config.file.Section;
import io.mintmark.server.json.Json;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lowers a line that was moved too far. */
@Command(
    name = "lower",
    description = {
      "Lowers a line that somebody moved too far. What was claimed from NEXT on is handed out"
          + " again: no id may have been made from it, or it is known where those are.",
      "Nobody may use the line meanwhile: stop what makes ids from it. On a server it takes a token"
          + " with the scope admin.",
      "A line of a generator's settings, spec/NAME, is put back to the number that the error names."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  mintmark lines lower seq/invoices 20000 --accept-repeats",
      "  mintmark lines lower spec/users 4660312 --accept-repeats"
    })
final class LowerLine implements Callable<Integer> {

  private final Terminal terminal;

  @Spec
  private CommandSpec spec;

  @Mixin
  private CommonOptions common;

  @Mixin
  private SourceOptions source;

  @Parameters(index = "0", paramLabel = "LINE", description = "The line's name.")
  private String line;

  @Parameters(index = "1", paramLabel = "NEXT", description = "The position to hand out next.")
  private long next;

  @Option(
      names = "--accept-repeats",
      description = "Says that positions from NEXT on may be handed out again.")
  private boolean acceptRepeats;

  LowerLine(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    Usage.name(spec, line);
    Usage.range(spec, "NEXT", next, 1, Long.MAX_VALUE);
    String consequence = "positions from " + next + " on are handed out again";
    if (!acceptRepeats) {
      throw new ParameterException(
          spec.commandLine(),
          consequence + ": line=" + line + "; nothing was changed; if that is wanted, say so with"
              + " --accept-repeats");
    }
    source.checkMayMove(line, terminal);
    Config config = source.config(terminal);
    Config linesOnly = new Config(config.store(), Map.of(), List.of(), 0, Section.NONE);
    try (Source lines = source.open(linesOnly, terminal)) {
      long before = lines.position(line);
      if (before <= next) {
        throw new IllegalArgumentException("the line does not stand above that: line="
            + line
            + ", position="
            + before
            + ", next="
            + next
            + "; nothing was changed");
      }
      if (!lines.lower(line, before, next)) {
        throw new MintmarkException("the line moved meanwhile: line="
            + line
            + ", position="
            + before
            + "; nothing was changed; stop what claims on it, and try again");
      }
      print(before, consequence);
    }
    return 0;
  }

  private void print(long before, String consequence) {
    String text = common.json()
        ? Json.object(json -> json.put("name", line)
            .put("before", Long.toString(before))
            .put("next", Long.toString(next)))
        : line + ": lowered from " + before + " to " + next + "; " + consequence;
    spec.commandLine().getOut().println(text);
  }
}
