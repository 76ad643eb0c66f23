package io.mintmark.uuid;

import io.mintmark.internal.batch.BatchSize;
import io.mintmark.internal.batch.WordEncoder;
import io.mintmark.internal.line.LocalLine;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** What the generators have in common whose UUIDs are made from the positions of a line. */
interface LineUuids extends UuidGenerator {

  LocalLine line();

  /** Returns the encoder that makes both halves of UUIDs from positions. */
  WordEncoder encoder();

  @Override
  default String kind() {
    return "uuid";
  }

  @Override
  default void fill(long[] ids) {
    line().fill(BatchSize.of(ids, 2), encoder().into(ids, 2), false);
  }

  @Override
  default List<UUID> nextBatch(int count) {
    return UuidBits.batch(this, count);
  }

  @Override
  default CompletableFuture<List<UUID>> nextBatchAsync(int count) {
    BatchSize.check(count);
    long[] words = new long[2 * count];
    return line().fillAsync(count, encoder().into(words, 2), false, () -> UuidBits.uuids(words));
  }

  @Override
  default long made() {
    return line().made();
  }
}
