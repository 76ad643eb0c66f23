package io.mintmark.store.zookeeper;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Removes sequential nodes, which are no longer needed once their numbers are known. It removes the
 * nodes of this process as soon as their numbers are known. By listing the parent's children, it
 * also finds the nodes that crashes and lost replies left behind.
 *
 * <p>Removal is asynchronous and holds no thread: the last reply to one group of removals sends the
 * next group. A node that is not removed affects no number, so a failed removal can be retried
 * later.
 */
final class Sweeper {

  /**
   * The maximum number of unanswered removals of this process's own nodes. Further nodes are left,
   * and a later listing finds them.
   */
  static final int MAX_UNDER_WAY = 10_000;

  /** How many removals of leftover nodes are sent at a time. */
  private static final int AT_A_TIME = 200;

  private final String parent;
  private final String prefix;
  private final AtomicInteger underWay = new AtomicInteger();
  private final AtomicBoolean litter = new AtomicBoolean(true);
  private final AtomicBoolean sweeping = new AtomicBoolean();

  Sweeper(String parent, String prefix) {
    this.parent = parent;
    this.prefix = prefix;
  }

  /** Records that there may be leftover nodes. */
  void litter() {
    litter.set(true);
  }

  /**
   * Removes this process's own nodes. If there may be leftover nodes, also removes every node with
   * a number less than {@code below}. Does not wait: after a failure, the nodes count as leftover.
   */
  @SuppressWarnings("FutureReturnValueIgnored")
  void behind(Handle session, List<String> paths, long below) {
    for (String path : paths) {
      if (underWay.incrementAndGet() > MAX_UNDER_WAY) {
        underWay.decrementAndGet();
        litter();
      } else {
        session.remove(path).whenComplete((gone, failure) -> {
          underWay.decrementAndGet();
          if (failure != null) {
            litter();
          }
        });
      }
    }
    if (litter.get() && sweeping.compareAndSet(false, true)) {
      litter.set(false);
      session
          .children(parent)
          .thenCompose(names -> remove(session, before(names, below), 0))
          .whenComplete((all, failure) -> {
            sweeping.set(false);
            if (failure != null) {
              litter();
            }
          });
    }
  }

  private List<String> before(List<String> names, long below) {
    List<String> left = new ArrayList<>();
    for (String name : names) {
      if (SequentialNode.number(name, prefix).orElse(Integer.MAX_VALUE) < below) {
        left.add(parent + "/" + name);
      }
    }
    return left;
  }

  private static CompletableFuture<Boolean> remove(Handle session, List<String> paths, int from) {
    if (from >= paths.size()) {
      return CompletableFuture.completedFuture(true);
    }
    int to = Math.min(paths.size(), from + AT_A_TIME);
    List<CompletableFuture<Boolean>> sent =
        paths.subList(from, to).stream().map(session::remove).toList();
    return CompletableFuture.allOf(sent.toArray(CompletableFuture[]::new))
        .thenCompose(all -> remove(session, paths, to));
  }
}
