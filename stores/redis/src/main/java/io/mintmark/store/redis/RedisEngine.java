package io.mintmark.store.redis;

import static java.util.Objects.requireNonNull;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.LinePage;
import io.mintmark.internal.store.LinePositions;
import io.mintmark.store.EngineLife;
import io.mintmark.store.Line;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.StoreEngine;
import io.mintmark.store.engine.Write;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A store engine that keeps lines (named, durable counters) in Redis. Each line is a hash, which
 * scripts write.
 *
 * @param replicas how many replicas must acknowledge a claim
 */
record RedisEngine(Servers servers, Keys keys, int replicas) implements StoreEngine {

  private static final int MAX_LINES = 1_000;

  @Override
  public int maxLines() {
    return MAX_LINES;
  }

  /** Returns one lane per server of a cluster, and a common lane while the servers are unknown. */
  @Override
  public String lane(String line) {
    return servers.isCluster() ? servers.laneOf(keys.of(line)) : "";
  }

  @Override
  public void write(List<Write> writes, Deadline deadline) {
    List<Request> requests = writes.stream().map(this::request).toList();
    new RequestSender(servers).send(requests, replicas, deadline);
    for (int i = 0; i < requests.size(); i++) {
      Write write = writes.get(i);
      try {
        settle(write, requests.get(i).reply());
      } catch (StoreUnavailableException e) {
        write.failed(e);
      }
    }
  }

  private Request request(Write write) {
    String key = keys.of(write.line());
    if (write instanceof Write.Claim claim) {
      long highest = Long.MAX_VALUE - claim.count();
      return Script.CLAIM.on(key, "" + claim.atLeast(), "" + claim.count(), "" + highest);
    }
    if (write instanceof Write.CompareAndSet move) {
      return Script.MOVE.on(key, "" + move.expected(), "" + move.next(), move.note(""));
    }
    return Script.NOTE.on(key, ((Write.Note) write).text());
  }

  private static void settle(Write write, @Nullable String reply) {
    if (reply == null) {
      throw new StoreUnavailableException("the server gave no answer: reply=none");
    }
    if (reply.startsWith("!")) {
      write.refused(Long.parseLong(reply.substring(1)));
    } else if (write instanceof Write.Claim claim) {
      claim.done(RedisNumber.parse(reply) + claim.count());
    } else {
      write.done(reply.equals("1"));
    }
  }

  @Override
  public long position(String line, Deadline deadline) {
    Request reading = Request.ofNext(keys.of(line));
    new RequestSender(servers).send(List.of(reading), 0, deadline);
    return reading.next();
  }

  /**
   * Reads all positions in one pipeline per server. The clock is that of the server with the first
   * line.
   */
  @Override
  public LinePositions positions(List<String> lines, Deadline deadline) {
    List<Request> readings =
        new ArrayList<>(lines.stream().map(keys::of).map(Request::ofNext).toList());
    Request clock = Script.CLOCK.on(keys.of(lines.get(0)));
    readings.add(clock);
    new RequestSender(servers).send(readings, 0, deadline);
    String now = requireNonNull(clock.reply(), "no time");
    return new LinePositions(
        readings.subList(0, lines.size()).stream().map(Request::nextOrEnd).toList(),
        Optional.of(RedisNumber.instant(now)));
  }

  @Override
  public List<Line> lines(LinePage page, Deadline deadline) {
    return new LineList(servers, keys).lines(page, deadline);
  }

  @Override
  public Optional<Instant> now(Deadline deadline) {
    List<String> time = deadline.first(servers.known(deadline), (link, part) -> {
      try {
        return link.ask(part, commands -> commands.time());
      } catch (StoreUnavailableException e) {
        servers.forget();
        throw e;
      }
    });
    return Optional.of(Instant.ofEpochSecond(Long.parseLong(time.get(0)))
        .plus(Long.parseLong(time.get(1)), ChronoUnit.MICROS));
  }

  /** Always true: a promoted replica may lack the last claims. */
  @Override
  public boolean canLoseAcknowledgedWrites() {
    return true;
  }

  /** Always true: the note of a server's life is a key beside the lines. */
  @Override
  public boolean noticesDeletedLines() {
    return true;
  }

  @Override
  public EngineLife life(List<String> lines, Deadline deadline) {
    return new LifeReader(servers, keys).of(lines, deadline);
  }

  @Override
  public Optional<Instant> declareNew(boolean onlyAsk, Deadline deadline) {
    return new LifeReader(servers, keys).declareNew(onlyAsk, deadline);
  }

  @Override
  public void close() {
    servers.close();
  }
}
