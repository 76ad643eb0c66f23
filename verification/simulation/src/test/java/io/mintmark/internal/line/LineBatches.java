package io.mintmark.internal.line;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Requests batches of a line as new arrays. */
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
}
