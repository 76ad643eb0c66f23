package io.mintmark.snowflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.ClosedException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.Line;
import io.mintmark.store.LinePage;
import io.mintmark.time.ElapsedClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a state file holds after each write, and what it refuses. */
class StateFileSlotsTest {

  private static final String LINE = "worker/7";
  private static final int HEAD_BYTES = 16;
  private static final int SLOT_BYTES = 16;

  @TempDir
  Path folder;

  private Path file;

  @BeforeEach
  void place() {
    file = folder.resolve("state");
  }

  private StateFile open() {
    return new StateFile(file, "settings", ElapsedClock.system());
  }

  @Test
  void claim_manyTimes_writesToBothSlotsInTurn() throws Exception {
    try (StateFile state = open()) {
      for (long claim = 0; claim < 5; claim++) {
        assertThat(state.claim(LINE, 0, 10)).isEqualTo(claim * 10);
        assertThat(slots()).containsExactlyInAnyOrder(claim * 10, claim * 10 + 10);
      }
      assertThat(Files.size(file)).isEqualTo(HEAD_BYTES + 2 * SLOT_BYTES);
    }
  }

  @Test
  void open_lastWriteIsTorn_goesOnBehindTheClaimBeforeWhicheverSlotItWas() throws Exception {
    for (long claims = 2; claims <= 3; claims++) {
      Files.deleteIfExists(file);
      try (StateFile state = open()) {
        for (long claim = 0; claim < claims; claim++) {
          assertThat(state.claim(LINE, 0, 10)).isEqualTo(claim * 10);
        }
      }
      tear(claims * 10);
      try (StateFile state = open()) {
        assertThat(state.claim(LINE, 0, 10)).isEqualTo((claims - 1) * 10);
        assertThat(state.claim(LINE, 0, 10)).isEqualTo(claims * 10);
      }
      try (StateFile state = open()) {
        assertThat(state.position(LINE)).isEqualTo((claims + 1) * 10);
      }
    }
  }

  @Test
  void compareAndSet_whereTheLineStands_isKept() {
    try (StateFile state = open()) {
      assertThat(state.compareAndSet(LINE, 5, 6)).isFalse();
      assertThat(state.position(LINE)).isZero();
      assertThat(state.compareAndSet(LINE, 0, 6)).isTrue();
      assertThatThrownBy(() -> state.compareAndSet(LINE, 6, 6))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("would not grow");
    }
    try (StateFile state = open()) {
      assertThat(state.position(LINE)).isEqualTo(6);
      assertThat(state.claim(LINE, 0, 1)).isEqualTo(6);
    }
  }

  @Test
  void lines_onceItIsNamed_hasItOnThePagesThatHoldIt() {
    try (StateFile state = open()) {
      assertThat(state.lines(new LinePage("", "", 10))).isEmpty();
      assertThat(state.claim(LINE, 0, 3)).isZero();
      assertThat(state.lines(new LinePage("", "", 10)))
          .containsExactly(new Line(LINE, 3, "", Instant.EPOCH));
      assertThat(state.lines(new LinePage("", LINE, 10))).isEmpty();
    }
  }

  @Test
  void anyCall_ofAnotherLineOrClosed_isRefused() {
    StateFile state = open();
    assertThat(state.claim(LINE, 0, 3)).isZero();
    assertThatThrownBy(() -> state.claim("worker/8", 0, 3)).hasMessageContaining("asked=worker/8");
    assertThatThrownBy(() -> state.compareAndSet("worker/8", 3, 4))
        .hasMessageContaining("asked=worker/8");
    assertThatThrownBy(() -> state.position("worker/8")).hasMessageContaining("asked=worker/8");
    assertThat(state.position(LINE)).isEqualTo(3);
    state.close();
    assertThatThrownBy(() -> state.claim(LINE, 0, 3)).isInstanceOf(ClosedException.class);
    assertThatThrownBy(() -> state.compareAndSet(LINE, 3, 4)).isInstanceOf(ClosedException.class);
    assertThatThrownBy(() -> state.position(LINE)).isInstanceOf(ClosedException.class);
  }

  @Test
  void claim_argumentsOutOfRange_isRefusedAndMovesNothing() {
    try (StateFile state = open()) {
      for (long[] bad : new long[][] {{-1, 1}, {0, 0}, {0, -5}}) {
        assertThatThrownBy(() -> state.claim(LINE, bad[0], bad[1]))
            .isInstanceOf(IllegalArgumentException.class);
      }
      assertThat(state.position(LINE)).isZero();
    }
  }

  @Test
  void open_placeThatIsAFolder_isRefusedAndNamed() throws Exception {
    Files.createDirectory(file);
    assertThatThrownBy(this::open)
        .isInstanceOf(StoreUnavailableException.class)
        .hasMessageContaining("the state file cannot be used: file=" + file);
  }

  /** The numbers of both slots. */
  private long[] slots() throws IOException {
    ByteBuffer whole = ByteBuffer.wrap(Files.readAllBytes(file));
    return new long[] {whole.getLong(HEAD_BYTES), whole.getLong(HEAD_BYTES + SLOT_BYTES)};
  }

  /** Spoils the slot that has a number. */
  private void tear(long number) throws IOException {
    byte[] whole = Files.readAllBytes(file);
    int torn = slots()[0] == number ? 0 : 1;
    whole[HEAD_BYTES + torn * SLOT_BYTES + SLOT_BYTES - 1] ^= 1;
    Files.write(file, whole);
  }
}
