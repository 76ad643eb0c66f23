package io.mintmark.objectid;

import io.mintmark.generator.ValueGenerator;
import io.mintmark.internal.batch.BatchSize;
import io.mintmark.internal.line.Lifecycle;
import io.mintmark.internal.line.LocalLine;
import java.nio.ByteBuffer;
import java.util.ArrayList;
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
    List<ObjectId> ids = list(count);
    line.fill(count, source.layout.into(ids, 0), false);
    return Collections.unmodifiableList(ids);
  }

  @Override
  public final CompletableFuture<List<ObjectId>> nextBatchAsync(int count) {
    List<ObjectId> ids = list(count);
    return line.fillAsync(
        count, source.layout.into(ids, 0), false, () -> Collections.unmodifiableList(ids));
  }

  private static List<ObjectId> list(int count) {
    BatchSize.check(count);
    return new ArrayList<>(count);
  }

  /** Fills a buffer from its position to its limit. */
  public final void fill(ByteBuffer ids) {
    int count = BatchSize.of(ids, ObjectId.BYTES);
    ByteBuffer target = ids.slice();
    line.fill(
        count,
        (worker, start, wanted, made) -> {
          for (int i = 0; i < wanted; i++) {
            int at = (int) (made + i) * ObjectId.BYTES;
            target.putInt(at, source.layout.seconds(start + i));
            target.putLong(at + Integer.BYTES, source.layout.low(worker, start + i));
          }
          return wanted;
        },
        false);
    ids.position(ids.limit());
  }

  @Override
  public final long made() {
    return line.made();
  }
}
