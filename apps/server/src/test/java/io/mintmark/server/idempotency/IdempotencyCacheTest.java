package io.mintmark.server.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.key.KeyRequest;
import io.mintmark.rigs.CapturedLog;
import io.mintmark.server.idempotency.IdempotencyCache.Answer;
import io.mintmark.service.Problem.Kind;
import io.mintmark.service.ProblemException;
import io.mintmark.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdempotencyCacheTest {

  private static final long ROOMY = 1 << 20;

  private final ManualTime time = new ManualTime(Instant.EPOCH);
  private final AtomicInteger last = new AtomicInteger();
  private IdempotencyCache cache = new IdempotencyCache(ROOMY, time.elapsed());

  private List<String> ids(String token, String key) {
    return answer(token, key, "users", 1).ids();
  }

  private Answer answer(String token, String key, String generator, int count) {
    return cache.answer(key(token, key), request(generator, count), this::made).join();
  }

  private CompletableFuture<List<String>> made() {
    return CompletableFuture.completedFuture(List.of("id-" + last.incrementAndGet()));
  }

  private static IdempotencyKey key(String token, String text) {
    return new IdempotencyKey(token, text);
  }

  private static IdempotentRequest request(String generator, int count) {
    return new IdempotentRequest(generator, count, KeyRequest.PLAIN, "JSON");
  }

  @Test
  void sameKey_returnsTheSameIds_forTenMinutes() {
    assertThat(answer("shop", "a", "users", 1)).isEqualTo(new Answer(List.of("id-1"), false));

    time.advance(Duration.ofMinutes(10).minusNanos(1));
    assertThat(answer("shop", "a", "users", 1)).isEqualTo(new Answer(List.of("id-1"), true));
    time.advance(Duration.ofNanos(1));

    assertThat(cache.kept()).isZero();
    assertThat(cache.bytes()).isZero();
    assertThat(answer("shop", "a", "users", 1)).isEqualTo(new Answer(List.of("id-2"), false));
    assertThat(cache.repeated()).isEqualTo(1);
    assertThat(cache.forgotten()).isZero();
  }

  @Test
  void sameKey_ofAnotherToken_makesOtherIds() {
    assertThat(ids("shop", "a")).containsExactly("id-1");
    assertThat(ids("store", "a")).containsExactly("id-2");
    assertThat(ids("shop", "a")).containsExactly("id-1");
  }

  @ParameterizedTest
  @CsvSource({"orders, 1", "users, 2"})
  void sameKey_withAnotherRequest_isRefused(String generator, int count) {
    assertThat(ids("shop", "a")).containsExactly("id-1");

    assertRefused("a", generator, count, Kind.IDEMPOTENCY_KEY_REUSED);
    assertThat(ids("shop", "a")).containsExactly("id-1");
    assertThat(last).hasValue(1);
  }

  @Test
  void request_firstStillRunning_isRefusedUntilItIsAnswered() {
    CompletableFuture<List<String>> first = new CompletableFuture<>();
    CompletableFuture<Answer> answer =
        cache.answer(key("shop", "a"), request("users", 1), () -> first);

    assertRefused("a", "users", 1, Kind.IDEMPOTENCY_KEY_IN_USE);
    assertRefused("a", "orders", 1, Kind.IDEMPOTENCY_KEY_REUSED);
    first.complete(List.of("late"));

    assertThat(answer.join().ids()).containsExactly("late");
    assertThat(ids("shop", "a")).containsExactly("late");
    assertThat(last).hasValue(0);
  }

  private void assertRefused(String key, String generator, int count, Kind kind) {
    assertThatThrownBy(() -> answer("shop", key, generator, count))
        .isInstanceOfSatisfying(
            ProblemException.class, refused -> assertThat(refused.kind()).isEqualTo(kind))
        .hasMessageContaining("idempotencyKey=" + key);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void request_fails_freesItsKey(boolean atOnce) {
    StoreUnavailableException cause = new StoreUnavailableException("the store is away");
    Supplier<CompletableFuture<List<String>>> failing = () -> {
      if (atOnce) {
        throw cause;
      }
      return CompletableFuture.failedFuture(cause);
    };
    assertThatThrownBy(
            () -> cache.answer(key("shop", "a"), request("users", 1), failing).join())
        .hasStackTraceContaining("the store is away");

    assertThat(cache.kept()).isZero();
    assertThat(answer("shop", "a", "orders", 7)).isEqualTo(new Answer(List.of("id-1"), false));
  }

  @Test
  void answersBeyondTheMemory_evictTheOldest() {
    cache = new IdempotencyCache(2000, time.elapsed()); // Enough for three answers.
    try (CapturedLog log = new CapturedLog(IdempotencyCache.class)) {
      List.of("a", "b", "c", "d", "e").forEach(key -> ids("shop", key));

      assertThat(log.messages())
          .singleElement()
          .asString()
          .contains(
              "the oldest first", "idempotency.memory=2000", "similar messages suppressed: 0");
    }
    assertThat(cache.kept()).isEqualTo(3);
    assertThat(cache.forgotten()).isEqualTo(2);
    assertThat(ids("shop", "c")).containsExactly("id-3");
    assertThat(ids("shop", "a")).containsExactly("id-6");
  }

  @Test
  void answersBeyondTheBytes_evictTheOldest() {
    cache = new IdempotencyCache(3000, time.elapsed());
    for (int i = 0; i < 100; i++) {
      ids("shop", "key-" + i);
      assertThat(cache.bytes()).isBetween(1L, 3000L);
    }

    assertThat(cache.kept()).isBetween(3, 10);
    assertThat(cache.kept() + cache.forgotten()).isEqualTo(100);
    assertThat(ids("shop", "key-99")).containsExactly("id-100");
  }

  @Test
  void answerLargerThanTheCache_isReturnedAndNotKept() {
    cache = new IdempotencyCache(100, time.elapsed());

    assertThat(ids("shop", "a")).containsExactly("id-1");
    assertThat(cache.kept()).isZero();
    assertThat(cache.bytes()).isZero();
    assertThat(ids("shop", "a")).containsExactly("id-2");
  }
}
