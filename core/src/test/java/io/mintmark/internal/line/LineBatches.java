package io.mintmark.internal.line;

import io.mintmark.internal.line.Positions.Encoder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Requests batches of a line as new arrays and lists. */
final class LineBatches {

  private LineBatches() {}

  static long[] next(LocalLine line, int count) {
    long[] ids = new long[count];
    line.fill(count, line.encoder().into(ids, 1), false);
    return ids;
  }

  static <T> CompletableFuture<T> nextAsync(LocalLine line, int count, Function<long[], T> made) {
    long[] ids = new long[count];
    return line.fillAsync(count, line.encoder().into(ids, 1), false, () -> made.apply(ids));
  }

  static <T> CompletableFuture<List<T>> nextAsync(
      LocalLine line, int count, boolean whole, Encoder<T> encoder) {
    List<T> ids = new ArrayList<>();
    return line.fillAsync(count, encoder.into(ids, 0), whole, () -> ids);
  }

  static <T> List<T> next(LocalLine line, int count, boolean whole, Encoder<T> encoder) {
    List<T> ids = new ArrayList<>();
    line.fill(count, encoder.into(ids, 0), whole);
    return ids;
  }
}
