package io.mintmark.cli;

import io.mintmark.Mintmark;
import io.mintmark.error.Message;
import io.mintmark.internal.access.MintmarkAccess;
import io.mintmark.internal.line.PastPositions;
import io.mintmark.internal.store.MovableStore;
import io.mintmark.internal.store.SpecLine;
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
      "Use it after a store has lost claims: raise the line above all ids that were made. With"
          + " --all it raises every line of a store that was restored from a backup."
    },
    footer = {
      "  mintmark lines raise seq/invoices 20000",
      "  mintmark lines raise seq/parcels 5000 --new",
      "  mintmark lines raise --all --margin 1000000 --dry-run"
    })
final class RaiseLine extends LineMove {

  @ArgGroup(multiplicity = "1")
  private Which which;

  @Option(
      names = "--new",
      description = "Makes the line. Without this option, a missing line is an error.")
  private boolean isNew;

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
  public Integer call() {
    if (which.all != null) {
      if (isNew) {
        throw wrongUsage("--new makes one line: use it with LINE and NEXT, not with --all");
      }
      return which.all.call(this);
    }
    LinePosition to = Objects.requireNonNull(which.one);
    check(to, 0);
    if (!isNew && source().isMissing(to.line())) {
      throw new IllegalArgumentException(Message.of(
          "there is no such line: line={}, next={}; nothing was changed. 'mintmark lines list'"
              + " shows the lines that exist; to make this one, add --new",
          to.line(),
          to.next()));
    }
    long before;
    try (Mintmark lines = open()) {
      before =
          raise(MintmarkAccess.storeOf(lines), to.line(), at -> above(to, at)).before();
    }
    print(to, before, "raised from " + before + " to " + to.next());
    return 0;
  }

  private static long above(LinePosition to, long before) {
    if (before >= to.next()) {
      throw needless("above", to, before);
    }
    if (to.line().startsWith(SpecLine.WORKERS)
        && to.next() == PastPositions.RETIRED
        && before > MovableStore.MADE) {
      throw new IllegalArgumentException(Message.of(
          "the worker number has made ids, so it cannot be used for ids of past moments: line={},"
              + " position={}; nothing was changed",
          to.line(),
          before));
    }
    return to.next();
  }
}
