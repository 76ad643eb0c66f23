package io.mintmark.store.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.ValueOutput;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import io.mintmark.error.ClosedException;
import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.Durability;
import io.mintmark.store.EngineLife;
import io.mintmark.store.Line;
import io.mintmark.store.LineName;
import io.mintmark.store.LinePage;
import io.mintmark.store.engine.GroupCommit;
import io.mintmark.store.engine.Write;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Lines in Redis: one server, the primary that Sentinel names, or a cluster.
 *
 * <p>A line is a hash, and a claim is a script that the server runs whole. The claims of many
 * threads share one round trip; in a cluster those on one server do, so that a server that hangs
 * does not hold up the lines of the others. Every call returns or throws within the timeout.
 *
 * <p>Redis answers before a replica has a claim, so that a failover can lose it; {@link
 * #canLoseAcknowledgedWrites} is always true, and worker numbers are taken by the server's {@link
 * #life}. What the servers' settings say is read at opening.
 *
 * <p>Thread-safe.
 */
public final class RedisStore implements ClaimStore {

  private static final int MAX_LINES_A_BATCH = 1_000;

  /** Replicas have a part of the timeout, so that the server's answer comes in the rest. */
  private static final int WAIT_PARTS = 2;

  private final String name;
  private final RedisClient client;
  private final Servers servers;
  private final Keys keys;
  private final int replicas;
  private final Duration timeout;
  private final Durability durability;
  private final RequestSender exchange;
  private final LineList lineList;
  private final Lives lives;

  /** One for each server of a cluster, and one for all while they are not known. */
  private final Map<String, GroupCommit> lanes = new ConcurrentHashMap<>();

  private final AtomicInteger openLanes = new AtomicInteger();
  private volatile boolean closed;

  RedisStore(
      String name,
      RedisClient client,
      Servers servers,
      Keys keys,
      int replicas,
      Duration timeout,
      Durability durability) {
    this.name = name;
    this.client = client;
    this.servers = servers;
    this.keys = keys;
    this.replicas = replicas;
    this.timeout = timeout;
    this.durability = durability;
    this.exchange = new RequestSender(servers);
    this.lineList = new LineList(servers, keys);
    this.lives = new Lives(exchange, servers, keys);
    addLane("");
  }

  /**
   * Starts to set up a store.
   *
   * @return a builder
   */
  public static RedisStoreBuilder builder() {
    return new RedisStoreBuilder();
  }

  @Override
  public long claim(String line, long atLeast, long count) {
    return lane(line).claim(line, atLeast, count);
  }

  @Override
  public boolean compareAndSet(String line, long expected, long next) {
    return lane(line).compareAndSet(line, expected, next);
  }

  @Override
  public boolean lower(String line, long expected, long next) {
    return lane(line).lower(line, expected, next);
  }

  @Override
  public void annotate(String line, String note) {
    lane(line).annotate(line, note);
  }

  @Override
  public long position(String line) {
    LineName.check(line);
    return reading(() -> {
      String key = keys.of(line);
      Reading reading = new Reading(
          key,
          () -> new Command<>(
              CommandType.HGET,
              new ValueOutput<>(StringCodec.UTF8),
              new CommandArgs<>(StringCodec.UTF8).addKey(key).add("next")));
      exchange.read(List.of(reading), Deadline.in(timeout));
      String next = reading.reply();
      return next == null ? 0 : RedisNumber.parse(next);
    });
  }

  @Override
  public List<Line> lines(LinePage page) {
    return reading(() -> lineList.lines(page, Deadline.in(timeout)));
  }

  /** Answers with the server's clock; in a cluster with that of a server that answers. */
  @Override
  public Optional<Instant> now() {
    return reading(() -> {
      Deadline deadline = Deadline.in(timeout);
      List<Link> primaries = servers.known(deadline);
      StoreUnavailableException last = null;
      int left = primaries.size();
      for (Link link : primaries) {
        try {
          List<String> time = link.ask(deadline.part(left--), commands -> commands.time());
          return Optional.of(Instant.ofEpochSecond(Long.parseLong(time.get(0)))
              .plus(Long.parseLong(time.get(1)), ChronoUnit.MICROS));
        } catch (StoreUnavailableException e) {
          servers.forget();
          last = e;
        }
      }
      throw last == null ? new StoreUnavailableException("no server is known") : last;
    });
  }

  /** Answers true: a replica may be promoted that lacks the last claims. */
  @Override
  public boolean canLoseAcknowledgedWrites() {
    return true;
  }

  /** Reads the life of the server that has the line, see {@link Lives}. */
  @Override
  public Optional<EngineLife> life(String line) {
    LineName.check(line);
    return Optional.of(reading(() -> lives.of(line, Deadline.in(timeout))));
  }

  @Override
  public void declareNew() {
    boolean unused = reading(() -> {
      lives.declareNew(Deadline.in(timeout));
      return true;
    });
  }

  @Override
  public Durability durability() {
    return durability;
  }

  /**
   * Answers the claims that wait, then ends the connections. Idempotent.
   *
   * @throws StoreUnavailableException if a server does not answer in time; the connections end when
   *     it does
   */
  @Override
  public void close() {
    synchronized (lanes) {
      closed = true;
    }
    StoreUnavailableException late = null;
    for (GroupCommit lane : lanes.values()) {
      try {
        lane.close();
      } catch (StoreUnavailableException e) {
        late = e;
      }
    }
    if (late != null) {
      throw late;
    }
  }

  private GroupCommit lane(String line) {
    String server = servers.laneOf(keys.of(line));
    GroupCommit lane = lanes.get(server);
    return lane == null ? addLane(server) : lane;
  }

  private GroupCommit addLane(String server) {
    synchronized (lanes) {
      checkOpen();
      return lanes.computeIfAbsent(server, each -> {
        GroupCommit lane = new GroupCommit(
            "store=" + name, this::write, MAX_LINES_A_BATCH, timeout, this::release);
        // Not before there is one: a lane that got no thread is never given back.
        openLanes.incrementAndGet();
        return lane;
      });
    }
  }

  private void write(List<Write> writes) {
    List<Request> requests = new ArrayList<>(writes.size());
    for (Write write : writes) {
      requests.add(Request.of(keys.of(write.line()), write));
    }
    exchange.write(requests, replicas, timeout.dividedBy(WAIT_PARTS), Deadline.in(timeout));
  }

  /** The first lane stays to the end, so this comes to none only in closing. */
  private void release() {
    if (openLanes.decrementAndGet() == 0) {
      servers.close();
      Clients.shutDown(client);
    }
  }

  private <T> T reading(Supplier<T> read) {
    checkOpen();
    try {
      return read.get();
    } catch (StoreUnavailableException e) {
      throw new StoreUnavailableException(
          Message.of(
              "the store could not be read: reason={}, timeoutMs={}, store={}",
              e.getMessage(),
              timeout.toMillis(),
              name),
          e);
    }
  }

  private void checkOpen() {
    if (closed) {
      throw new ClosedException(Message.of("the store is closed: store={}", name));
    }
  }
}
