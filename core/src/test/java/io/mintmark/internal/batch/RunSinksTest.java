package io.mintmark.internal.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.generator.Generator;
import io.mintmark.testkit.Race;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks what runs write to the caller's memory: all bytes of each id, and no others. */
final class RunSinksTest {

  /** More ids than fit into two pieces of a thread's memory. */
  private static final int MANY = 2 * Piece.BYTES / Long.BYTES + 100;

  private static final long WORKER = 9L << 48;
  private static final byte UNTOUCHED = 0x55;
  private static final int BEFORE = 5;

  /** The number of ids in each call of the encoder. */
  private final List<Integer> calls = new ArrayList<>();

  /** Encodes an id as its worker and position. A second word is the negative of the first. */
  private WordEncoder words(int wordsAnId) {
    return (worker, start, count, into, from) -> {
      calls.add(count);
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

  private static long[] positions(long start, int count) {
    return LongStream.range(start, start + count).toArray();
  }

  @ParameterizedTest
  @CsvSource({"1", "2"})
  void wordArray_twoRuns_haveTheirPlacesAndBeginAnewWhenCleared(int wordsAnId) {
    long[] ids = new long[5 * wordsAnId];
    WordArray sink = new WordArray(ids, wordsAnId, words(wordsAnId));
    assertThat(sink.count()).isEqualTo(5);

    sink.add(WORKER, 100, 2);
    sink.add(WORKER, 200, 3);
    assertThat(ids).isEqualTo(expected(wordsAnId, 100, 101, 200, 201, 202));

    sink.clear();
    sink.add(WORKER, 300, 1);
    assertThat(ids).isEqualTo(expected(wordsAnId, 300, 101, 200, 201, 202));
  }

  /** Returns a buffer in a slice of a larger memory, with unused bytes before and after it. */
  private static ByteBuffer room(boolean direct, int bytes) {
    int all = bytes + 3 * BEFORE;
    ByteBuffer memory = direct ? ByteBuffer.allocateDirect(all) : ByteBuffer.allocate(all);
    for (int i = 0; i < all; i++) {
      memory.put(i, UNTOUCHED);
    }
    ByteBuffer slice = memory.position(BEFORE).slice();
    return slice.position(BEFORE).limit(BEFORE + bytes);
  }

  /** Returns the bytes of the buffer, after a check that no others were written. */
  private static byte[] bytes(ByteBuffer room) {
    byte[] all = new byte[room.capacity()];
    room.duplicate().clear().get(all);
    assertThat(Arrays.copyOf(all, room.position())).containsOnly(UNTOUCHED);
    assertThat(Arrays.copyOfRange(all, room.limit(), all.length)).containsOnly(UNTOUCHED);
    return Arrays.copyOfRange(all, room.position(), room.limit());
  }

  private static long[] longs(byte[] bytes, ByteOrder order) {
    long[] longs = new long[bytes.length / Long.BYTES];
    ByteBuffer.wrap(bytes).order(order).asLongBuffer().get(longs);
    return longs;
  }

  @ParameterizedTest
  @CsvSource({
    "false, 1, true", "false, 1, false", "false, 2, true", "false, 2, false",
    "true, 1, true", "true, 1, false", "true, 2, true", "true, 2, false"
  })
  void wordBuffer_runsOverSeveralPieces_areWrittenInTheirOrder(
      boolean direct, int wordsAnId, boolean big) {
    ByteOrder order = big ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    int most = Piece.BYTES / Long.BYTES / wordsAnId;
    ByteBuffer room = room(direct, (MANY + most) * wordsAnId * Long.BYTES);
    WordBuffer sink = new WordBuffer(room, order, wordsAnId, words(wordsAnId));
    assertThat(sink.count()).isEqualTo(MANY + most);

    sink.add(WORKER, 1_000, most);
    assertThat(calls).containsExactly(most);
    sink.add(WORKER, 50_000, MANY);
    assertThat(calls).contains(MANY % most).hasSize(2 + MANY / most);
    long[] all = LongStream.concat(
            LongStream.of(positions(1_000, most)), LongStream.of(positions(50_000, MANY)))
        .toArray();
    assertThat(longs(bytes(room), order)).isEqualTo(expected(wordsAnId, all));

    sink.clear();
    sink.add(WORKER, 7, 1);
    all[0] = 7;
    assertThat(longs(bytes(room), order)).isEqualTo(expected(wordsAnId, all));
  }

  @ParameterizedTest
  @CsvSource({"false, 7", "true, 7", "true, 8"})
  void textBuffer_runsOverSeveralPieces_areWrittenInTheirOrder(boolean direct, int length) {
    ByteEncoder texts = (worker, position, into, at) -> {
      byte[] text = text(worker, position, length);
      System.arraycopy(text, 0, into, at, length);
    };
    int count = 2 * (Piece.BYTES / length) + 30;
    ByteBuffer room = room(direct, (2 + count) * length);
    TextBuffer sink = new TextBuffer(room, length, texts);
    assertThat(sink.count()).isEqualTo(2 + count);

    sink.add(3, 10, 2);
    sink.add(4, 5_000, count);
    byte[] written = bytes(room);
    assertThat(textAt(written, 0, length)).isEqualTo(text(3, 10, length));
    assertThat(textAt(written, 1, length)).isEqualTo(text(3, 11, length));
    for (int i = 0; i < count; i++) {
      assertThat(textAt(written, 2 + i, length)).isEqualTo(text(4, 5_000 + i, length));
    }

    sink.clear();
    sink.add(5, 1, 1);
    assertThat(textAt(bytes(room), 0, length)).isEqualTo(text(5, 1, length));
    assertThat(textAt(bytes(room), 1, length)).isEqualTo(text(3, 11, length));
  }

  private static byte[] text(long worker, long position, int length) {
    byte[] text = new byte[length];
    Arrays.fill(text, (byte) worker);
    text[1] = (byte) position;
    text[2] = (byte) (position >> 8);
    return text;
  }

  private static byte[] textAt(byte[] all, int index, int length) {
    return Arrays.copyOfRange(all, index * length, (index + 1) * length);
  }

  @Test
  void piece_ofAThread_isItsOwn() {
    List<Object> pieces = Race.run(2, thread -> Piece.bytes());
    assertThat(pieces.get(0)).isNotSameAs(pieces.get(1));
    assertThat(Piece.bytes()).hasSize(Piece.BYTES).isSameAs(Piece.bytes());
    assertThat(Piece.words()).hasSize(Piece.BYTES / Long.BYTES).isSameAs(Piece.words());
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
            + " none was issued");
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
