package io.mintmark;

import io.mintmark.error.Message;
import io.mintmark.internal.store.StoreLog;
import io.mintmark.internal.store.StoreUrl;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts the open Mintmarks of this process by the URL of their store. Each Mintmark holds worker
 * numbers, segments and threads of its own, so a program that opens a Mintmark for each request or
 * bean uses up the worker numbers. The third Mintmark on a store is logged once, with a stack trace
 * of the call that opened the first one.
 */
final class OpenMintmarks {

  private static final int MANY = 3;

  /** The open Mintmarks of one store. */
  private static final class Count {
    private final Throwable first;
    private int open;
    private boolean logged;

    Count(Throwable first) {
      this.first = first;
    }
  }

  private static final Map<String, Count> COUNTS = new HashMap<>();

  private OpenMintmarks() {}

  /** Counts a Mintmark that was opened, and logs a warning if it is the third one on its store. */
  static void opened(String url) {
    Throwable first = count(url);
    if (first != null) {
      StoreLog.warnWith(
          first,
          Message.of(
              "this process has {} open Mintmarks on one store: store={}; share one, because each"
                  + " holds worker numbers, segments and threads of its own",
              MANY,
              StoreUrl.mask(url)));
    }
  }

  /**
   * Counts a Mintmark. Returns the stack trace of the store's first Mintmark if the new one has to
   * be logged, otherwise null.
   */
  static synchronized @Nullable Throwable count(String url) {
    Count count = COUNTS.get(url);
    if (count == null) {
      count =
          new Count(new IllegalStateException("the first Mintmark on this store was opened here"));
      COUNTS.put(url, count);
    }
    count.open++;
    boolean logs = count.open == MANY && !count.logged;
    count.logged |= logs;
    return logs ? count.first : null;
  }

  static synchronized void closed(String url) {
    Count count = COUNTS.get(url);
    if (count != null && --count.open == 0) {
      COUNTS.remove(url);
    }
  }
}
