package io.mintmark.store.etcd;

import io.etcd.jetcd.Client;
import io.etcd.jetcd.common.exception.EtcdException;
import io.etcd.jetcd.common.exception.EtcdExceptionFactory;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.OpenSettings;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

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

  private final IntFunction<EtcdClient> clients;
  private final boolean own;
  private final int members;
  private final OpenSettings settings;

  /** Changed under this monitor. */
  private volatile EtcdClient client;

  /** Guarded by this, as is what follows. */
  private int made;

  private boolean closed;

  /** Until when the client may be silent. */
  private volatile Deadline patience;

  /**
   * Connects.
   *
   * @param clients makes a client, and is told how many were made before
   * @param own whether they are ours to give up and to close
   * @param members how many they may start at
   */
  EtcdConnection(IntFunction<EtcdClient> clients, boolean own, int members, OpenSettings settings) {
    this.clients = clients;
    this.own = own;
    this.members = members;
    this.settings = settings;
    this.client = clients.apply(0);
    this.patience = patience();
  }

  /** Asks a first question, which changes nothing, at one member after the other. */
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
   * Asks and waits, through interrupts, which are kept for later. Whatever comes in place of an
   * answer, an error of the client's own too, counts against the client.
   *
   * @throws EtcdException as etcd or its client has it
   */
  <T> T ask(Function<Client, CompletableFuture<T>> question, Deadline deadline) {
    EtcdClient asked = client;
    boolean answered = false;
    try {
      T answer = deadline.await(question.apply(asked.client()));
      patience = patience();
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

  private Deadline patience() {
    return settings.context().in(settings.timeout().dividedBy(2));
  }

  private synchronized void giveUp(EtcdClient asked) {
    if (own && asked == client && patience.isOver()) {
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
    // It may wait for its threads, and the caller has no time left.
    settings.context().each("mintmark-etcd-closer").execute(old::close);
  }
}
