package io.mintmark.store.file;

import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * A ledger in memory that a test can hold up or make fail. The test can read its durable positions.
 */
final class FakeLedger implements Ledger {

  /** If set, commits wait for a permit. */
  volatile @Nullable Semaphore gate;

  /** Counts down when a commit has reached the gate. */
  volatile CountDownLatch atGate = new CountDownLatch(1);

  private final Map<String, Long> durable = new HashMap<>();
  private final List<Map<String, Long>> commits = new ArrayList<>();
  private final Deque<Throwable> failures = new ArrayDeque<>();
  private int reads;
  private boolean closed;

  synchronized void failNext(Throwable failure) {
    failures.add(failure);
  }

  synchronized List<Map<String, Long>> commits() {
    return List.copyOf(commits);
  }

  synchronized int reads() {
    return reads;
  }

  synchronized boolean closed() {
    return closed;
  }

  synchronized void put(String line, long next) {
    durable.put(line, next);
  }

  @Override
  public synchronized long position(String line) {
    reads++;
    return durable.getOrDefault(line, 0L);
  }

  @Override
  public void commit(List<Move> moves, Map<String, String> notes) throws SQLException {
    Semaphore held = gate;
    if (held != null) {
      atGate.countDown();
      held.acquireUninterruptibly();
    }
    synchronized (this) {
      Throwable failure = failures.poll();
      if (failure instanceof SQLException e) {
        throw e;
      }
      if (failure instanceof Error e) {
        throw e;
      }
      Map<String, Long> commit = new HashMap<>();
      moves.forEach(move -> commit.put(move.line(), move.to()));
      commits.add(commit);
      durable.putAll(commit);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
  }
}
