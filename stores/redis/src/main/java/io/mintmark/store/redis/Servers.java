package io.mintmark.store.redis;

import static io.mintmark.store.engine.Failures.unavailable;

import io.lettuce.core.RedisURI;
import io.lettuce.core.cluster.SlotHash;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.StoreContext;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the servers that have the lines, which are the counters of a store: one server, or the
 * primary that Sentinel names at each new connection, or the primaries of a cluster.
 *
 * <p>A cluster has a table of its primaries, by slot. The table is read when it is first needed,
 * and again after any sign that it is out of date. An outdated table is harmless: the wrong server
 * redirects the request. Thread-safe.
 */
final class Servers {

  private final Clients clients;
  private final String rights;
  private final StoreContext context;
  private final List<ServerConnection> seeds;
  private final AtomicBoolean asking = new AtomicBoolean();
  private final Map<String, ServerConnection> links = new ConcurrentHashMap<>();

  private volatile @Nullable ServerConnection[] table = new ServerConnection[SlotHash.SLOT_COUNT];
  private volatile boolean doubtful = true;

  /**
   * Makes an instance that knows no server of a cluster yet.
   *
   * @param rights the command that gives a user the needed rights, for messages
   */
  Servers(Clients clients, String rights, StoreContext context) {
    this.clients = clients;
    this.rights = rights;
    this.context = context;
    this.seeds = clients.uris().stream()
        .map(uri -> clients.cluster() ? at(uri, uri.getHost(), uri.getPort()) : link(uri))
        .toList();
    if (!clients.cluster()) {
      Arrays.fill(table, seeds.get(0));
    }
  }

  /**
   * Finds the server that has a key.
   *
   * @throws StoreUnavailableException if the server cannot be found before the deadline
   */
  ServerConnection of(String key, Deadline deadline) {
    int slot = SlotHash.getSlot(key);
    learn(table[slot] == null, deadline);
    ServerConnection link = table[slot];
    if (link == null) {
      doubtful = true;
      throw unavailable("no server of the cluster has the slot: slot={}", slot);
    }
    return link;
  }

  /** Returns whether the lines are in several servers. */
  boolean isCluster() {
    return clients.cluster();
  }

  /**
   * Returns the name of the server that has a key; empty while that server is unknown. Sends no
   * command.
   */
  String laneOf(String key) {
    ServerConnection link = table[SlotHash.getSlot(key)];
    return link == null ? "" : link.server();
  }

  /**
   * Finds the server to which another server has redirected a request.
   *
   * @param from the server that redirected
   * @param address host and port; an empty host is the redirecting server's own
   */
  ServerConnection redirected(ServerConnection from, String address) {
    if (!isCluster()) {
      throw new StoreUnavailableException(
          "the server is one of a cluster, so the URL needs cluster=true: server=" + from.server());
    }
    doubtful = true;
    int colon = address.lastIndexOf(':');
    String host = address.substring(0, Math.max(0, colon));
    return at(from.uri(), known(host, from), Integer.parseInt(address.substring(colon + 1)));
  }

  /** Discards the known servers, so that the next call looks them up again. */
  void forget() {
    doubtful = true;
  }

  /** Looks up the servers that take writes, and lists those with an open connection first. */
  List<ServerConnection> primaries(Deadline deadline) {
    learn(true, deadline);
    return openFirst(tabled());
  }

  /** Lists the known servers that take writes. Looks them up only if none is known. */
  List<ServerConnection> known(Deadline deadline) {
    List<ServerConnection> known = openFirst(tabled());
    return known.isEmpty() ? primaries(deadline) : known;
  }

  /** Opens no further connection. Shutting the client down closes the open ones. */
  void close() {
    Stream.concat(seeds.stream(), links.values().stream()).forEach(ServerConnection::close);
    clients.shutDown();
  }

  private ServerConnection at(RedisURI like, String host, int port) {
    return links.computeIfAbsent(
        host + ":" + port,
        address -> link(RedisURI.builder(like).withHost(host).withPort(port).build()));
  }

  private ServerConnection link(RedisURI uri) {
    return new ServerConnection(clients.client(), uri, Clients.name(uri), rights, context);
  }

  /**
   * Returns the host, or the replying server's own host if the reply lacks it. A server that does
   * not know its own address sends an empty host or a question mark.
   */
  private static String known(@Nullable String host, ServerConnection said) {
    return host == null || host.isEmpty() || host.equals("?") ? said.uri().getHost() : host;
  }

  /**
   * Reads a cluster's table from a server if it is needed, or may be out of date. While the old
   * table can still be used, only one thread at a time reads it anew.
   */
  private void learn(boolean needed, Deadline deadline) {
    if (needed && isCluster()) {
      ask(deadline);
    } else if (isCluster() && doubtful && asking.compareAndSet(false, true)) {
      try {
        ask(deadline);
      } finally {
        asking.set(false);
      }
    }
  }

  private void ask(Deadline deadline) {
    List<ServerConnection> candidates = openFirst(Stream.concat(tabled(), seeds.stream()));
    // A doubt that arises after this line causes another read.
    doubtful = false;
    try {
      table = deadline.first(
          candidates,
          (link, part) -> read(link.ask(part, commands -> commands.clusterSlots()), link));
    } catch (StoreUnavailableException e) {
      doubtful = true;
      throw unavailable(
          e,
          "no server of the cluster reports the slots: servers={}, last: {}",
          candidates.size(),
          e.getMessage());
    }
  }

  /** Lists the known servers. A server may occur more than once. */
  private Stream<ServerConnection> tabled() {
    return isCluster() ? Arrays.stream(table).filter(Objects::nonNull) : seeds.stream();
  }

  private static List<ServerConnection> openFirst(Stream<ServerConnection> links) {
    return links
        .distinct()
        .sorted(Comparator.comparing(ServerConnection::isOpen).reversed())
        .toList();
  }

  /** Reads entries that have a first slot, a last slot, and the host and port of the primary. */
  private @Nullable ServerConnection[] read(List<Object> slots, ServerConnection said) {
    @Nullable ServerConnection[] read = new ServerConnection[SlotHash.SLOT_COUNT];
    for (Object entry : slots) {
      List<?> fields = (List<?>) entry;
      List<?> primary = (List<?>) fields.get(2);
      Object host = primary.get(0);
      ServerConnection link = at(
          said.uri(),
          known(host == null ? null : host.toString(), said),
          ((Long) primary.get(1)).intValue());
      int last = ((Long) fields.get(1)).intValue();
      for (int slot = ((Long) fields.get(0)).intValue(); slot <= last; slot++) {
        read[slot] = link;
      }
    }
    return read;
  }
}
