package io.mintmark.objectid;

import io.mintmark.generator.ValueGenerator;
import io.mintmark.internal.batch.BatchSize;
import io.mintmark.internal.batch.WordArray;
import io.mintmark.internal.line.Lifecycle;
import io.mintmark.internal.line.ListSink;
import io.mintmark.internal.line.LocalLine;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What all generators of ObjectIds have in common: their ids come from an {@link ObjectIdLine}. */
abstract class LineObjectIds implements ValueGenerator<ObjectId> {

  final LocalLine line;
  private final ObjectIdLine source;
  private final String name;

  LineObjectIds(String name, ObjectIdLine source) {
    this.name = name;
    this.source = source;
    this.line = source.line;
  }

  /** Returns the object that closes and suspends this generator. */
  final Lifecycle lifecycle() {
    return line;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final String kind() {
    return "objectid";
  }

  @Override
  public final List<ObjectId> nextBatch(int count) {
    ListSink<ObjectId> sink = sink(count);
    line.fill(sink, false);
    return Collections.unmodifiableList(sink.ids());
  }

  @Override
  public final CompletableFuture<List<ObjectId>> nextBatchAsync(int count) {
    ListSink<ObjectId> sink = sink(count);
    return line.fillAsync(sink, false, () -> Collections.unmodifiableList(sink.ids()));
  }

  private ListSink<ObjectId> sink(int count) {
    BatchSize.check(count);
    return new ListSink<>(count, 0, source.layout);
  }

  /** Fills a buffer from its position to its limit. */
  public final void fill(ByteBuffer ids) {
    long[] made = new long[2 * BatchSize.of(ids, ObjectId.BYTES)];
    line.fill(new WordArray(made, 2, source.layout), false);
    ByteBuffer target = ids.slice();
    for (int i = 0; i < made.length; i += 2) {
      int at = i / 2 * ObjectId.BYTES;
      target.putInt(at, (int) made[i]).putLong(at + Integer.BYTES, made[i + 1]);
    }
    ids.position(ids.limit());
  }

  @Override
  public final long made() {
    return line.made();
  }
}
