package io.mintmark.store.zookeeper;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Removes sequential nodes whose numbers are drawn: one's own as soon as they are known, and what
 * crashes and lost replies left behind by looking for it. Nobody waits for it, and it holds no
 * thread: a removal is sent, and its reply sends the next. A node that stays bears on no number, so
 * that what cannot be removed now is left for a later look.
 */
final class Sweeper {

  /** How many removals of one's own nodes may be without a reply; others are looked for later. */
  static final int MAX_UNDER_WAY = 10_000;

  /** How many removals of what was left behind are sent at a time. */
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

  /** Notes that there may be nodes that nobody will remove. */
  void litter() {
    litter.set(true);
  }

  /**
   * Removes one's own nodes, and if some may lie about, those below a number too. Nobody waits for
   * it: what failed is noted as litter.
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
