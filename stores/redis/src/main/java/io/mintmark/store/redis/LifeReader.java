package io.mintmark.store.redis;

import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.EngineLife;
import io.mintmark.store.engine.Deadline;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads since when a server remembers all that it acknowledged.
 *
 * <p>Redis says which process it is and whether it was promoted, but not when. So the first that
 * looks writes both down on the server, with the time; one that looks later finds when that was. In
 * a cluster every server has a note of its own, under the first of some names whose slot it has.
 */
final class LifeReader {

  private static final int MAX_NAMES = 100_000;

  private final RequestSender exchange;
  private final Servers servers;
  private final Keys keys;

  LifeReader(RequestSender exchange, Servers servers, Keys keys) {
    this.exchange = exchange;
    this.servers = servers;
    this.keys = keys;
  }

  /** Reads the life of the server that has a line. */
  EngineLife of(String line, Deadline deadline) {
    String key = keys.of(line);
    ServerConnection unused = servers.of(key, deadline);
    return read(servers.laneOf(key), false, deadline);
  }

  /** Says of each server that it is new, unless it has a note. */
  void declareNew(Deadline deadline) {
    for (ServerConnection link : servers.primaries(deadline)) {
      EngineLife unused = read(servers.laneOf(link), true, deadline);
    }
  }

  private EngineLife read(String lane, boolean isNew, Deadline deadline) {
    String key = note(lane);
    Request reading = new Request(key, () -> Script.LIFE.on(key, isNew ? "new" : ""));
    exchange.send(List.of(reading), 0, deadline);
    if (reading.target != null) {
      servers.forget();
      throw new StoreUnavailableException(Message.of(
          "slots are being moved, so it is not known which server has the line: key={}", key));
    }
    return life(reading.reply());
  }

  private String note(String lane) {
    for (int number = 0; number < MAX_NAMES; number++) {
      String key = keys.ofLife(number);
      if (servers.laneOf(key).equals(lane)) {
        return key;
      }
    }
    throw new StoreUnavailableException(
        Message.of("no slot of the server is known: server={}", lane));
  }

  /** Reads {@link Script#LIFE}'s answer. */
  static EngineLife life(@Nullable String reply) {
    String[] words = reply == null ? new String[0] : reply.split(" ");
    if (words.length != 3) {
      throw new StoreUnavailableException(Message.of("the server tells no life: reply={}", reply));
    }
    if (words[0].startsWith("-")) {
      throw new StoreUnavailableException("the server does not say which process it is, so that a"
          + " restart would not be noticed: run_id in INFO server is missing; it cannot be used"
          + " for worker numbers");
    }
    return new EngineLife(words[0], RedisNumber.instant(words[1]), RedisNumber.instant(words[2]));
  }
}
