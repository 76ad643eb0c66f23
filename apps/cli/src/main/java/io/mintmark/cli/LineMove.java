package io.mintmark.cli;

import io.mintmark.Mintmark;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.internal.store.LineName;
import io.mintmark.internal.store.LineStore;
import io.mintmark.json.Json;
import java.util.function.LongUnaryOperator;
import picocli.CommandLine.Mixin;

/** A command that changes the position of a line (a counter in the store) by hand. */
abstract class LineMove extends PrintingCommand {

  private static final int MAX_TRIES = 100;

  @Mixin
  private SourceOptions source;

  final SourceOptions source() {
    return source;
  }

  /** Checks that the line may be moved by hand, to a position of {@code least} or above. */
  final void check(LinePosition to, long least) {
    String unused = Usage.option(spec(), "LINE", to.line(), LineName::check);
    Usage.range(spec(), "NEXT", to.next(), least, Long.MAX_VALUE);
    source.checkMayMove(to.line());
  }

  /** Opens the store with the line, directly or through its server. */
  final Mintmark open() {
    return source.openLines(source.config());
  }

  /** Makes an exception for a line that need not be moved: it is at the new position or beyond. */
  static IllegalArgumentException needless(String beyond, LinePosition to, long before) {
    return new IllegalArgumentException(Message.of(
        "the line is already there or {}: line={}, position={}, next={}; nothing was changed",
        beyond,
        to.line(),
        before,
        to.next()));
  }

  /** A line's position before and after. */
  record Raised(long before, long after) {

    void describe(Json json) {
      json.put("before", Long.toString(before)).put("next", Long.toString(after));
    }
  }

  /**
   * Raises a line. Generators may move the line meanwhile, so each try starts from the present
   * position.
   */
  static Raised raise(LineStore store, String line, LongUnaryOperator to) {
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      long before = store.position(line);
      long after = to.applyAsLong(before);
      if (after == before || store.compareAndSet(line, before, after)) {
        return new Raised(before, after);
      }
    }
    throw new MintmarkException(Message.of(
        "the line changed during every attempt: line={}, tries={}; not raised", line, MAX_TRIES));
  }

  /** Prints the result, with words after the line's name. */
  final void print(LinePosition to, long before, String words) {
    print(
        json -> new Raised(before, to.next()).describe(json.put("name", to.line())),
        (out, style) -> out.println(to.line() + ": " + words));
  }
}
