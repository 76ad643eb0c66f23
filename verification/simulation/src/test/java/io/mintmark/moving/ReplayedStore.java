package io.mintmark.moving;

import io.mintmark.concurrency.Replay;
import io.mintmark.error.MintmarkException;
import io.mintmark.internal.store.LinePage;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.StoreLines;
import io.mintmark.moving.StoreCall.Claim;
import io.mintmark.moving.StoreCall.Listing;
import io.mintmark.moving.StoreCall.Move;
import io.mintmark.moving.StoreCall.Note;
import io.mintmark.moving.StoreCall.Read;
import io.mintmark.moving.StoreCall.Side;
import io.mintmark.store.Line;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/** A store whose caller stops at each call. */
record ReplayedStore(Side side, Replay<StoreCall> replay) implements LineStore {

  @Override
  public long claim(String line, long atLeast, long count) {
    return (long) replay.answer(new Claim(side, line, atLeast, count));
  }

  /** A claim on the gate is sent at once. A move that begins together with it is sent after it. */
  @Override
  public LongSupplier beginClaim(String line, long atLeast, long count) {
    if (!line.equals(StoreLines.GATE)) {
      return LineStore.super.beginClaim(line, atLeast, count);
    }
    try {
      long start = claim(line, atLeast, count);
      return () -> start;
    } catch (MintmarkException e) {
      return () -> {
        throw e;
      };
    }
  }

  @Override
  public boolean compareAndSet(String line, long expected, long next) {
    return (boolean) replay.answer(new Move(side, line, expected, next));
  }

  @Override
  public long position(String line) {
    return (long) replay.answer(new Read(side, line));
  }

  @Override
  public List<Line> lines(LinePage page) {
    return ((List<?>) replay.answer(new Listing(side, page)))
        .stream().map(Line.class::cast).toList();
  }

  @Override
  public void annotate(String line, String note) {
    Object unused = replay.answer(new Note(side, line, note));
  }

  @Override
  public Optional<Instant> now() {
    return Optional.empty();
  }

  @Override
  public void close() {}
}
