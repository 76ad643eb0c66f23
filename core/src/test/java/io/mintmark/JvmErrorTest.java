package io.mintmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.sequence.Sequence;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the caller and the next caller get after an error of the JVM, for example an
 * OutOfMemoryError.
 */
class JvmErrorTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(1);

  private final ManualTime time = new ManualTime(Instant.parse("2026-11-24T08:00:00Z"));
  private final ThrowingStore store = new ThrowingStore();
  private final Mintmark mint = Surroundings.SYSTEM
      .clocks(time.wall(), time.elapsed())
      .background(Runnable::run)
      .of(Mintmark.builder())
      .store(store)
      .claimTimeout(TIMEOUT)
      .open();

  @AfterEach
  void close() {
    mint.close();
  }

  private final class ThrowingStore extends ForwardingStore {
    private boolean throwing;

    ThrowingStore() {
      super(new MemoryStore(time.wall()));
    }

    @Override
    public long claim(String line, long atLeast, long count) {
      if (throwing) {
        throw new OutOfMemoryError("by the test");
      }
      return super.claim(line, atLeast, count);
    }
  }

  private Sequence sequence(boolean strict) {
    return mint.sequence("numbers", s -> {
      if (strict) {
        s.strict(true);
      } else {
        s.segment(1, 1);
      }
    });
  }

  /** A library may end its own thread if a future completes with an Error. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void nextAsync_errorInClaim_completesWithExceptionCausedByIt(boolean strict) {
    Sequence numbers = sequence(strict);
    store.throwing = true;
    CompletableFuture<long[]> call = numbers.nextBatchAsync(1);
    time.advance(TIMEOUT);
    assertThat(call)
        .failsWithin(Duration.ZERO)
        .withThrowableThat()
        .havingCause()
        .isInstanceOf(StoreUnavailableException.class)
        .withMessageContaining("generator=numbers")
        .withRootCauseInstanceOf(OutOfMemoryError.class);
    goesOn(numbers);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void next_errorInClaim_isThrownInTheClaimingThread(boolean strict) {
    Sequence numbers = sequence(strict);
    store.throwing = true;
    assertThatThrownBy(numbers::next)
        .isInstanceOf(strict ? OutOfMemoryError.class : StoreUnavailableException.class);
    goesOn(numbers);
  }

  private void goesOn(Sequence numbers) {
    store.throwing = false;
    time.advance(TIMEOUT);
    assertThat(numbers.next()).isEqualTo(1);
  }
}
