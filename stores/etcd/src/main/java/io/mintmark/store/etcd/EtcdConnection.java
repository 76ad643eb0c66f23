package io.mintmark.store.etcd;

import io.etcd.jetcd.Client;
import io.etcd.jetcd.common.exception.EtcdException;
import io.etcd.jetcd.common.exception.EtcdExceptionFactory;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.engine.DaemonThreads;
import io.mintmark.store.engine.Deadline;
import io.mintmark.time.ElapsedClock;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Asks etcd and waits for the answer, no longer than a deadline.
 *
 * <p>A client of our own that has not answered for half a timeout is given up for a new one, which
 * starts at another member. The client itself would take minutes where it waits longer after each
 * failure, and for ever where a connection has gone silent or a member hangs. Questions that were
 * under way at the old one fail, as their answers are not known. Thread-safe.
 */
final class EtcdConnection {

  private static final int MAX_GREETINGS = 3;
  private static final ElapsedClock CLOCK = ElapsedClock.system();

  private final IntFunction<Client> clients;
  private final boolean own;
  private final int members;
  private final long patienceNanos;

  /** Guarded by this, as are the two below. */
  private Client client;

  private int made;
  private boolean closed;

  /** When the client was made or last answered. */
  private volatile long goodNanos;

  private EtcdConnection(IntFunction<Client> clients, boolean own, int members, Duration timeout) {
    this.clients = clients;
    this.own = own;
    this.members = members;
    this.patienceNanos = timeout.toNanos() / 2;
    this.client = clients.apply(0);
    this.goodNanos = CLOCK.nanos();
  }

  /**
   * Connects with clients of our own.
   *
   * @param clients makes one; is told how many were made before
   * @param members how many it may start at
   */
  static EtcdConnection own(IntFunction<Client> clients, int members, Duration timeout) {
    return new EtcdConnection(clients, true, members, timeout);
  }

  /** Uses a client that stays open and is never given up. */
  static EtcdConnection given(Client client, Duration timeout) {
    return new EtcdConnection(number -> client, false, 1, timeout);
  }

  /** Asks a first question, which changes nothing, at one member after the other. */
  <T> void greet(Function<Client, CompletableFuture<T>> question, Deadline deadline) {
    for (int left = Math.min(members, MAX_GREETINGS); ; left--) {
      try {
        T unused = ask(question, deadline.part(left));
        return;
      } catch (StoreUnavailableException e) {
        if (left == 1) {
          throw e;
        }
        renew();
      }
    }
  }

  /**
   * Asks and waits, through interrupts, which are kept for later. Whatever comes in place of an
   * answer, an error of the client's own too, counts against the client.
   *
   * @throws EtcdException as etcd or its client has it
   */
  <T> T ask(Function<Client, CompletableFuture<T>> question, Deadline deadline) {
    Client asked = client();
    boolean answered = false;
    try {
      T answer = deadline.await(question.apply(asked));
      goodNanos = CLOCK.nanos();
      answered = true;
      return answer;
    } catch (ExecutionException e) {
      throw EtcdExceptionFactory.toEtcdException(Objects.requireNonNullElse(e.getCause(), e));
    } catch (TimeoutException e) {
      throw deadline.passed(e);
    } finally {
      if (!answered) {
        giveUp(asked);
      }
    }
  }

  synchronized void close() {
    closed = true;
    if (own) {
      client.close();
    }
  }

  private synchronized Client client() {
    return client;
  }

  private synchronized void giveUp(Client asked) {
    if (own && asked == client && CLOCK.nanos() - goodNanos >= patienceNanos) {
      renew();
    }
  }

  private synchronized void renew() {
    if (closed) {
      return;
    }
    Client old = client;
    made++;
    client = clients.apply(made);
    goodNanos = CLOCK.nanos();
    // It may wait for its threads, and the caller has no time left.
    DaemonThreads.of("mintmark-etcd-closer", old::close).start();
  }
}
