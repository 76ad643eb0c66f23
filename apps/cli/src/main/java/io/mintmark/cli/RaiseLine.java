package io.mintmark.cli;

import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Raises one line, or all lines of a restored store, past lost claims. */
@Command(
    name = "raise",
    description = {
      "Raises a line, so that no position below NEXT is handed out any more.",
      "Use it after a store has lost claims: raise the line above everything that was made. With"
          + " --all it raises every line of a store that was restored from a backup."
    },
    footer = {
      "  mintmark lines raise seq/invoices 20000",
      "  mintmark lines raise seq/parcels 5000 --new",
      "  mintmark lines raise --all --by-time --rate 500 --since 2026-11-21T03:00:00Z --dry-run",
      "  mintmark lines raise --all --by-time --margin 1000 --from-ids invoices=numbers.txt"
    })
final class RaiseLine extends LineMove {

  private static final int MAX_TRIES = 100;

  @ArgGroup(multiplicity = "1")
  private Which which;

  @Option(
      names = "--new",
      description = "Makes the line if there is none of this name. Without it that is an error.")
  private boolean isNew;

  RaiseLine(Terminal terminal) {
    super(terminal);
  }

  /** Either one line or all lines. */
  static final class Which {

    @ArgGroup(exclusive = false)
    @Nullable
    private LinePosition one;

    @ArgGroup(exclusive = false)
    @Nullable
    private RaiseAll all;
  }

  @Override
  LinePosition to() {
    return Objects.requireNonNull(which.one);
  }

  @Override
  public Integer call() throws Exception {
    if (which.all != null) {
      if (isNew) {
        throw wrongUsage("--new makes one line: it goes with LINE and NEXT, not with --all");
      }
      return which.all.call(this);
    }
    to().check(spec(), 0);
    long before;
    try (Source lines = open()) {
      before = raise(lines);
    }
    print(before, "raised from " + before + " to " + to().next());
    return 0;
  }

  /** Generators may move the line meanwhile, so each try starts from the present position. */
  private long raise(Source lines) {
    LinePosition to = to();
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      long before = lines.position(to.line());
      if (before == 0 && !isNew) {
        throw new IllegalArgumentException(Message.of(
            "there is no such line: line={}, next={}; nothing was changed. 'mintmark lines list'"
                + " shows the lines that exist; to make this one, add --new",
            to.line(),
            to.next()));
      }
      if (before >= to.next()) {
        throw new IllegalArgumentException(Message.of(
            "the line already stands there or above: line={}, position={}, next={}; nothing was"
                + " changed",
            to.line(),
            before,
            to.next()));
      }
      if (lines.compareAndSet(to.line(), before, to.next())) {
        return before;
      }
    }
    throw new MintmarkException(Message.of(
        "the line moved at every try: line={}, tries={}; not raised", to.line(), MAX_TRIES));
  }
}
