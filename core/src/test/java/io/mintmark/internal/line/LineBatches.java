package io.mintmark.internal.line;

import io.mintmark.internal.batch.WordArray;
import io.mintmark.internal.line.LocalLine.Encoder;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Requests batches of a line as new arrays and lists. */
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

  static <T> List<T> next(LocalLine line, int count, boolean whole, Encoder<T> encoder) {
    ListSink<T> sink = new ListSink<>(count, 0, encoder);
    line.fill(sink, whole);
    return sink.ids();
  }
}
