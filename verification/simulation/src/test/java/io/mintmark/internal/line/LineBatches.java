package io.mintmark.internal.line;

import io.mintmark.internal.batch.WordArray;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Requests batches of a line as new arrays. */
final class LineBatches {

  private LineBatches() {}

  static long[] next(LocalLine line, int count) {
    long[] ids = new long[count];
    line.fill(new WordArray(ids, 1, line.encoder()), false);
    return ids;
  }

  static <T> CompletableFuture<T> nextAsync(LocalLine line, int count, Function<long[], T> made) {
    long[] ids = new long[count];
    return line.fillAsync(new WordArray(ids, 1, line.encoder()), false, () -> made.apply(ids));
  }
}
