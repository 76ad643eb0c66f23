package io.mintmark.spring.boot;

import io.mintmark.error.ClosedException;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.Adapters;
import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.internal.store.LinePositions;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.StoreUrl;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.Line;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store that may open later than its application starts. A separate thread opens the store, and
 * tries again until it succeeds or this object is closed. Until then every call fails at once with
 * the reason of the last try. Thread-safe.
 */
final class LateStore extends ForwardingStore {

  private static final Logger LOG = System.getLogger(LateStore.class.getName());

  /** The time from the end of one try to the start of the next. */
  private static final Duration PAUSE = Duration.ofSeconds(2);

  private final String name;
  private final Supplier<? extends ClaimStore> opening;
  private final CountDownLatch tried = new CountDownLatch(1);
  private final CountDownLatch closed = new CountDownLatch(1);

  /** The failure of the last try; null until the first try has failed. */
  private volatile @Nullable Throwable failure;

  /** Written under this object's lock, so that no store stays open after this is closed. */
  private volatile @Nullable LineStore opened;

  private LateStore(String name, Supplier<? extends ClaimStore> opening) {
    this.name = name;
    this.opening = opening;
  }

  /**
   * Starts to open the store of a URL, and waits for the outcome of the first try.
   *
   * @param url for example {@code redis://127.0.0.1:6379}
   * @param patience how long to wait for the first try, and how long each try may take
   * @param timeout the deadline of every call to the store
   * @return the store, open or not; its {@link #close} closes the opened store
   * @throws ConfigurationException if the first try threw it. There is no second try then, because
   *     waiting does not help
   */
  static LateStore open(String url, Duration patience, Duration timeout) {
    return open(StoreUrl.mask(url), () -> Adapters.open(url, patience, timeout), patience);
  }

  /**
   * Starts to open a store, and waits for the outcome of the first try.
   *
   * @param name the store's name in messages, without secrets
   * @param opening opens the store, and may block without a limit; called by one thread
   * @param patience how long to wait for the first try; after that time, the store opens in the
   *     background
   * @return the store, open or not; its {@link #close} closes the opened store
   * @throws ConfigurationException if the first try threw it. There is no second try then, because
   *     waiting does not help
   */
  static LateStore open(String name, Supplier<? extends ClaimStore> opening, Duration patience) {
    LateStore late = new LateStore(name, opening);
    Thread opener = new Thread(late::tryToOpen, "mintmark-opens-store");
    opener.setDaemon(true);
    opener.start();
    late.awaitFirst(patience);
    if (late.failure instanceof ConfigurationException fault) {
      late.close();
      throw fault;
    }
    if (late.opened == null) {
      LOG.log(
          Level.WARNING,
          "the store is not open: store={0}, reason={1}; ids that need it fail until it is",
          name,
          late.reason());
    }
    return late;
  }

  private void awaitFirst(Duration patience) {
    try {
      boolean unused = tried.await(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void tryToOpen() {
    boolean ended = false;
    while (!ended) {
      try {
        opened(opening.get());
        ended = true;
      } catch (Throwable e) {
        failure = e;
      }
      tried.countDown();
      try {
        ended = ended || closed.await(PAUSE.toNanos(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        // Only closing interrupts this thread. The condition above detects it.
      }
    }
  }

  private synchronized void opened(ClaimStore store) {
    if (closed.getCount() == 0) {
      store.close();
      return;
    }
    opened = LineStore.of(store);
    if (failure != null) {
      LOG.log(Level.INFO, "the store is open: store={0}", name);
    }
  }

  private String reason() {
    Throwable last = failure;
    return last == null ? "it has not answered yet" : String.valueOf(last.getMessage());
  }

  @Override
  protected LineStore store() {
    LineStore store = opened;
    if (store != null) {
      return store;
    }
    if (closed.getCount() == 0) {
      throw new ClosedException(Message.of("the store is closed: store={}", name));
    }
    String message = Message.of(
        "the store is not open: store={}, reason={}; it is tried again every {} s",
        name,
        reason(),
        PAUSE.toSeconds());
    Throwable last = failure;
    throw last == null
        ? new StoreUnavailableException(message)
        : new StoreUnavailableException(message, last);
  }

  @Override
  public LongSupplier beginClaim(String line, long atLeast, long count) {
    return store().beginClaim(line, atLeast, count);
  }

  @Override
  public BooleanSupplier beginCompareAndSet(String line, long expected, long next) {
    return store().beginCompareAndSet(line, expected, next);
  }

  @Override
  public List<Boolean> create(List<Line> lines) {
    return store().create(lines);
  }

  @Override
  public LinePositions positions(List<String> lines) {
    return store().positions(lines);
  }

  /**
   * Returns false until the store is open. This is safe, because every claim calls this method
   * again, and fails until the store is open.
   */
  @Override
  public boolean canLoseAcknowledgedWrites() {
    return opened != null && super.canLoseAcknowledgedWrites();
  }

  @Override
  public void close() {
    LineStore store;
    synchronized (this) {
      closed.countDown();
      store = opened;
    }
    if (store != null) {
      store.close();
    }
  }
}
