package io.mintmark.spring.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.Mintmark;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.key.KeyGenerator;
import io.mintmark.mapper.MintmarkId;
import io.mintmark.store.ClaimStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.data.annotation.Id;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;
import org.springframework.data.r2dbc.mapping.R2dbcMappingContext;
import org.springframework.data.relational.core.sql.SqlIdentifier;
import reactor.blockhound.BlockHound;
import reactor.blockhound.BlockingOperationError;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.NonBlocking;
import reactor.core.scheduler.Schedulers;

/** Tests with BlockHound that no thread of Reactor blocks while the store is slow. */
@Tag("long")
class NonBlockingTest {

  private static final Duration BOUND = Duration.ofMinutes(2);

  /** An entity whose keys need one claim each, because the format has no worker. */
  record Entity(@Id @MintmarkId("codes") @Nullable String id) {}

  @BeforeAll
  static void watch() {
    BlockHound.install();
  }

  /** Returns a store whose claims wait for a latch. */
  private static ClaimStore slow(ClaimStore store, CountDownLatch through) {
    return (ClaimStore) Proxy.newProxyInstance(
        ClaimStore.class.getClassLoader(),
        new Class<?>[] {ClaimStore.class},
        (proxy, method, arguments) -> {
          if (method.getName().equals("claim")) {
            assertThat(through.await(BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();
          }
          try {
            return method.invoke(store, arguments);
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        });
  }

  private static Mintmark open(ClaimStore store) {
    Mintmark mint = Mintmark.builder().store(store).claimTimeout(BOUND).open();
    KeyGenerator unused = mint.keys("codes", k -> k.format("C{seq:6}"));
    return mint;
  }

  private static <T> Mono<T> onReactorsThread(Mono<T> mono) {
    return mono.subscribeOn(Schedulers.parallel());
  }

  @Test
  void callbacks_whileTheStoreIsSlow_neverBlock() throws Exception {
    CountDownLatch through = new CountDownLatch(1);
    try (MemoryStore store = new MemoryStore();
        Mintmark mint = open(slow(store, through))) {
      ReactiveMongoIdCallback mongo = new ReactiveMongoIdCallback(mint, new MongoMappingContext());
      R2dbcIdCallback r2dbc = new R2dbcIdCallback(mint, new R2dbcMappingContext());
      CompletableFuture<Thread> thread = new CompletableFuture<>();
      Future<?> document = onReactorsThread(
              Mono.defer(() -> Mono.from(mongo.onBeforeConvert(new Entity(null), "entity"))))
          .doOnNext(filled -> thread.complete(Thread.currentThread()))
          .toFuture();
      Future<?> row = onReactorsThread(Mono.defer(() ->
              Mono.from(r2dbc.onBeforeConvert(new Entity(null), SqlIdentifier.quoted("entity")))))
          .toFuture();

      assertThatThrownBy(() -> document.get(100, TimeUnit.MILLISECONDS))
          .isInstanceOf(TimeoutException.class);
      through.countDown();

      assertThat(document.get(BOUND.toSeconds(), TimeUnit.SECONDS))
          .asString()
          .matches("Entity\\[id=C\\d{6}]");
      assertThat(row.get(BOUND.toSeconds(), TimeUnit.SECONDS)).isNotEqualTo(document.get());
      assertThat(thread.get()).isInstanceOf(NonBlocking.class);
    }
  }

  /** Checks that BlockHound works: it detects the callback of MongoDB's blocking template. */
  @Test
  void blockingCallback_onReactorsThread_isCaught() {
    CountDownLatch through = new CountDownLatch(1);
    try (MemoryStore store = new MemoryStore();
        Mintmark mint = open(slow(store, through))) {
      MongoIdCallback mongo = new MongoIdCallback(mint, new MongoMappingContext());
      Future<?> document = onReactorsThread(
              Mono.fromCallable(() -> mongo.onBeforeConvert(new Entity(null), "entity")))
          .toFuture();

      assertThatThrownBy(() -> document.get(BOUND.toSeconds(), TimeUnit.SECONDS))
          .isInstanceOf(ExecutionException.class)
          .hasRootCauseInstanceOf(BlockingOperationError.class);
      through.countDown();
    }
  }
}
