package io.mintmark.store.etcd;

import io.etcd.jetcd.Client;
import io.etcd.jetcd.common.exception.EtcdException;
import io.etcd.jetcd.common.exception.EtcdExceptionFactory;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.engine.Attempt;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.OpenSettings;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Sends requests to etcd, and waits for each reply until a deadline.
 *
 * <p>If a client that this object made has not replied for half a timeout, a new client replaces it
 * and starts at another member. Without the replacement, recovery would take minutes, because a
 * client's pauses grow after each failure. If a connection is silent or a member hangs, the old
 * client may not recover at all. The old client is closed, so its requests in flight fail. They are
 * not sent again, because etcd may have executed them. Thread-safe.
 */
final class EtcdConnection {

  private static final int MAX_GREETINGS = 3;

  private final IntFunction<EtcdClient> clients;
  private final boolean own;
  private final int members;
  private final OpenSettings settings;

  /** The client in use. Changed under this object's lock. */
  private volatile EtcdClient client;

  /**
   * How many clients were made after the first. Guarded by this object's lock, as is the next
   * field.
   */
  private int made;

  private boolean closed;

  /** The time until which the client may be silent. */
  private volatile Deadline patience;

  /**
   * Connects.
   *
   * @param clients makes a client; the argument is the number of clients made before
   * @param own whether this object may replace and close the clients
   * @param members the number of members that a client can start at
   */
  EtcdConnection(IntFunction<EtcdClient> clients, boolean own, int members, OpenSettings settings) {
    this.clients = clients;
    this.own = own;
    this.members = members;
    this.settings = settings;
    this.client = clients.apply(0);
    this.patience = patience();
  }

  /**
   * Sends a first request, which changes nothing, to one member after the other until one replies.
   * Tries at most {@link #MAX_GREETINGS} members.
   */
  <T> void greet(Function<Client, CompletableFuture<T>> question, Deadline deadline) {
    List<Integer> tries =
        IntStream.range(0, Math.min(members, MAX_GREETINGS)).boxed().toList();
    T unused = deadline.first(tries, (number, part) -> {
      if (number > 0) {
        renew();
      }
      return ask(question, part);
    });
  }

  /**
   * Sends a request and waits for its reply. An interrupt does not end the wait. The interrupt flag
   * is restored afterwards. Every failure, even an error that etcd itself replied, counts as
   * silence of the client.
   *
   * @throws EtcdException the error of etcd or its client
   */
  <T> T ask(Function<Client, CompletableFuture<T>> question, Deadline deadline) {
    EtcdClient asked = client;
    return Attempt.orClose(() -> giveUp(asked), () -> {
      try {
        T answer = deadline.answer(question.apply(asked.client()));
        patience = patience();
        return answer;
      } catch (StoreUnavailableException e) {
        throw e;
      } catch (Exception e) {
        throw EtcdExceptionFactory.toEtcdException(e);
      }
    });
  }

  synchronized void close() {
    closed = true;
    if (own) {
      client.close();
    }
  }

  private Deadline patience() {
    return settings.context().in(settings.timeout().dividedBy(2));
  }

  private synchronized void giveUp(EtcdClient asked) {
    if (own && asked.equals(client) && patience.isOver()) {
      renew();
    }
  }

  private synchronized void renew() {
    if (closed) {
      return;
    }
    EtcdClient old = client;
    made++;
    client = clients.apply(made);
    patience = patience();
    // Closes the client in another thread, because closing may wait for the client's threads beyond
    // the caller's deadline.
    settings.context().each("mintmark-etcd-closer").execute(old::close);
  }
}
