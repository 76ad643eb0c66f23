package io.mintmark.objectid;

import io.mintmark.generator.ValueGenerator;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What all generators of ObjectIds have in common: their ids come from an {@link ObjectIdLine}. */
abstract class LineObjectIds implements ValueGenerator<ObjectId> {

  final ObjectIdLine line;
  private final String name;

  LineObjectIds(String name, ObjectIdLine line) {
    this.name = name;
    this.line = line;
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
    return line.batch(count);
  }

  /** Fills a buffer from its position to its limit. */
  public final void fill(ByteBuffer ids) {
    line.fill(ids);
  }

  @Override
  public final CompletableFuture<List<ObjectId>> nextBatchAsync(int count) {
    return line.batchAsync(count);
  }

  @Override
  public final long made() {
    return line.made();
  }
}
