package io.mintmark.internal.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.generator.Generator;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks what runs write to the caller's memory: all bytes of each id, and no others. */
final class RunSinksTest {

  private static final long WORKER = 9L << 48;

  /** Encodes an id as its worker and position. A second word is the negative of the first. */
  private static WordEncoder words(int wordsAnId) {
    return (worker, start, count, into, from) -> {
      for (int i = 0; i < count; i++) {
        into[from + i * wordsAnId] = worker + start + i;
        into[from + i * wordsAnId + wordsAnId - 1] =
            wordsAnId == 1 ? worker + start + i : -(worker + start + i);
      }
    };
  }

  private static long[] expected(int wordsAnId, long... positions) {
    return LongStream.of(positions)
        .map(position -> WORKER + position)
        .flatMap(id -> wordsAnId == 1 ? LongStream.of(id) : LongStream.of(id, -id))
        .toArray();
  }

  @ParameterizedTest
  @CsvSource({"1", "2"})
  void wordArray_twoRuns_areAppendedUntilTheBatchStartsAgain(int wordsAnId) {
    long[] ids = new long[5 * wordsAnId];
    RunSink sink = words(wordsAnId).into(ids, wordsAnId);

    assertThat(sink.add(WORKER, 100, 2, 0)).isEqualTo(2);
    assertThat(sink.add(WORKER, 200, 3, 2)).isEqualTo(3);
    assertThat(ids).isEqualTo(expected(wordsAnId, 100, 101, 200, 201, 202));

    assertThat(sink.add(WORKER, 300, 1, 0)).isEqualTo(1);
    assertThat(ids).isEqualTo(expected(wordsAnId, 300, 101, 200, 201, 202));
  }

  @ParameterizedTest
  @CsvSource({"false, false", "false, true", "true, false", "true, true"})
  void put_anyBuffer_writesOnlyItsRemainingBytesInBigEndian(boolean direct, boolean little) {
    ByteBuffer memory = direct ? ByteBuffer.allocateDirect(50) : ByteBuffer.allocate(50);
    ByteBuffer room = memory.position(3).slice().position(5).limit(5 + 16);
    ByteOrder order = little ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;

    BatchSize.put(new long[] {-2, 0x0102_0304_0506_0708L}, room.order(order));

    assertThat(room.position()).isEqualTo(room.limit()).isEqualTo(21);
    assertThat(room.order()).isEqualTo(order);
    byte[] all = new byte[50];
    memory.clear().get(all);
    assertThat(Arrays.copyOfRange(all, 8, 24))
        .containsExactly(-1, -1, -1, -1, -1, -1, -1, -2, 1, 2, 3, 4, 5, 6, 7, 8);
    assertThat(Arrays.copyOf(all, 8)).containsOnly(0);
    assertThat(Arrays.copyOfRange(all, 24, 50)).containsOnly(0);
  }

  @Test
  void batchSize_wholeIds_areCounted() {
    assertThat(BatchSize.of(new long[1], 1)).isEqualTo(1);
    assertThat(BatchSize.of(new long[6], 2)).isEqualTo(3);
    assertThat(BatchSize.of(new long[Generator.MAX_BATCH], 1)).isEqualTo(Generator.MAX_BATCH);
    ByteBuffer bytes = ByteBuffer.allocate(100).position(10).limit(46);
    assertThat(BatchSize.of(bytes, 12)).isEqualTo(3);
  }

  @Test
  void batchSize_noSuchNumberOfIds_isRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BatchSize.of(new long[0], 1))
        .withMessage("the array or buffer does not hold 1 to 1000000 ids of 1 longs each: length=0;"
            + " no id issued");
    assertThatIllegalArgumentException().isThrownBy(() -> BatchSize.of(new long[3], 2));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BatchSize.of(new long[Generator.MAX_BATCH + 1], 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> BatchSize.of(ByteBuffer.allocate(13), 12))
        .withMessageContaining("12 bytes each: remaining=13;");
    assertThatThrownBy(() -> BatchSize.of(ByteBuffer.allocate(12).asReadOnlyBuffer(), 12))
        .isInstanceOf(ReadOnlyBufferException.class);
  }
}
