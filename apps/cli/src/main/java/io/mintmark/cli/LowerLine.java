package io.mintmark.cli;

import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
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
  private LineMove move;

  @Option(
      names = "--accept-repeats",
      description = "Says that positions from NEXT on may be handed out again.")
  private boolean acceptRepeats;

  LowerLine(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    move.check(1);
    String consequence = "positions from " + move.next() + " on are handed out again";
    if (!acceptRepeats) {
      throw new ParameterException(
          spec.commandLine(),
          consequence + ": line=" + move.line() + "; nothing was changed; if that is wanted, say so"
              + " with --accept-repeats");
    }
    long before = lower();
    move.print(before, "lowered from " + before + " to " + move.next() + "; " + consequence);
    return 0;
  }

  private long lower() {
    try (Source lines = move.open(terminal)) {
      long before = lines.position(move.line());
      if (before <= move.next()) {
        throw new IllegalArgumentException(Message.of(
            "the line does not stand above that: line={}, position={}, next={}; nothing was"
                + " changed",
            move.line(),
            before,
            move.next()));
      }
      if (!lines.lower(move.line(), before, move.next())) {
        throw new MintmarkException(Message.of(
            "the line moved meanwhile: line={}, position={}; nothing was changed; stop what"
                + " claims on it, and try again",
            move.line(),
            before));
      }
      return before;
    }
  }
}
