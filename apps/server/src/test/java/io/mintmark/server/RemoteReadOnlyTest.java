package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.LineStore;
import io.mintmark.store.Line;
import io.mintmark.store.remote.RemoteStoreProvider;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Tests a store that is opened read-only through a server. */
class RemoteReadOnlyTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @RegisterExtension
  static final MemoryServer SERVER = MemoryServer.standard();

  private static String url() {
    return "mintmark://127.0.0.1:" + SERVER.get().http().getPort();
  }

  private static String lines() {
    return Web.send(SERVER.get(), "GET", "/v1/lines").body();
  }

  @Test
  void openReadOnly_newAndUsedLines_writesNothing() {
    String before = lines();
    try (LineStore view = new RemoteStoreProvider().openReadOnly(url(), PATIENCE, PATIENCE)) {
      assertThat(view.position("seq/a")).isZero();
      assertThat(view.lines("seq/")).isEmpty();
    }
    assertThat(lines()).isEqualTo(before);

    try (LineStore store = new RemoteStoreProvider().open(url(), PATIENCE, PATIENCE)) {
      assertThat(store.claim("seq/a", 0, 5)).isZero();
    }
    String used = lines();
    assertThat(used).contains("seq/a");
    try (LineStore view = new RemoteStoreProvider().openReadOnly(url(), PATIENCE, PATIENCE)) {
      assertThat(view.position("seq/a")).isEqualTo(5);
      assertThat(view.lines("seq/")).extracting(Line::next).containsExactly(5L);
      for (ThrowingCallable write : List.<ThrowingCallable>of(
          () -> view.claim("seq/a", 0, 1),
          () -> view.compareAndSet("seq/a", 5, 6),
          () -> view.annotate("seq/a", "note"))) {
        assertThatThrownBy(write)
            .isInstanceOf(StoreUnavailableException.class)
            .hasMessageContaining("the store is open for reading only");
      }
    }
    assertThat(lines()).isEqualTo(used);
  }
}
