package io.mintmark.cli;

import io.mintmark.Mintmark;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.internal.access.MintmarkAccess;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.MovableStore;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lowers a line that was moved too far. */
@Command(
    name = "lower",
    description = {
      "Lowers a line that was moved too far.",
      "Positions from NEXT on are handed out again. Make sure that no id was made from them, or"
          + " that"
          + " you know where those ids are.",
      "First stop everything that makes ids from the line. On a server you need a token with the"
          + " scope admin.",
      "If the line of a generator's settings, spec/NAME, was changed by mistake, lower it to the"
          + " number that the generator's error names."
    },
    footer = {
      "  mintmark lines lower seq/invoices 20000 --accept-repeats",
      "  mintmark lines lower spec/users 4660312 --accept-repeats"
    })
final class LowerLine extends LineMove {

  @Mixin
  private LinePosition to;

  @Option(
      names = "--accept-repeats",
      description = "Confirm that positions from NEXT on may be handed out again.")
  private boolean acceptRepeats;

  @Override
  public Integer call() {
    check(to, 1);
    String consequence = "positions from " + to.next() + " on are handed out again";
    if (!acceptRepeats) {
      throw wrongUsage(consequence + ": line=" + to.line()
          + "; nothing was changed; if you want that, add --accept-repeats");
    }
    if (source().isMissing(to.line())) {
      checkAbove(0);
    }
    long before;
    try (Mintmark mint = open()) {
      LineStore lines = new MovableStore(MintmarkAccess.storeOf(mint));
      before = lines.position(to.line());
      checkAbove(before);
      if (!lines.lower(to.line(), before, to.next())) {
        throw new MintmarkException(Message.of(
            "the line has moved meanwhile: line={}, position={}; nothing was changed; stop"
                + " everything that claims on it, and try again",
            to.line(),
            before));
      }
    }
    print(to, before, "lowered from " + before + " to " + to.next() + "; " + consequence);
    return 0;
  }

  private void checkAbove(long before) {
    if (before <= to.next()) {
      throw needless("below", to, before);
    }
  }
}
