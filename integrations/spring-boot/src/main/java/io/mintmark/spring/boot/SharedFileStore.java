package io.mintmark.spring.boot;

import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.store.file.FileStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An embedded store that all application contexts of this JVM with the same directory share,
 * because a process can open a directory only once. The last context to close it closes the store.
 */
final class SharedFileStore extends ForwardingStore {

  private record Shared(FileStore store, int users) {}

  /** The open stores by directory. Guarded by the map's own lock. */
  private static final Map<Path, Shared> OPEN = new HashMap<>();

  private final Path directory;
  private final AtomicBoolean closed = new AtomicBoolean();

  private SharedFileStore(Path directory, FileStore store) {
    super(store);
    this.directory = directory;
  }

  /**
   * Opens a directory, or shares the store that has already opened it.
   *
   * @param timeout the deadline of every call; only the first opening sets it
   */
  static SharedFileStore open(Path directory, Duration timeout) {
    Path path = directory.toAbsolutePath().normalize();
    synchronized (OPEN) {
      Shared before = OPEN.get(path);
      Shared now = before == null
          ? new Shared(FileStore.open(path, timeout), 1)
          : new Shared(before.store, before.users + 1);
      OPEN.put(path, now);
      return new SharedFileStore(path, now.store);
    }
  }

  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    synchronized (OPEN) {
      OPEN.computeIfPresent(
          directory,
          (path, shared) -> shared.users == 1 ? null : new Shared(shared.store, shared.users - 1));
      if (!OPEN.containsKey(directory)) {
        super.close();
      }
    }
  }
}
