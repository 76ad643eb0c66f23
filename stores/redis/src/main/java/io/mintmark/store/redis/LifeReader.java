package io.mintmark.store.redis;

import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.EngineLife;
import io.mintmark.store.engine.Deadline;
import io.mintmark.store.engine.RandomNumber;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
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

  /** Reads the life that the servers of some lines have in common, and the lines' positions. */
  EngineLife of(List<String> lines, Deadline deadline) {
    Map<String, Request> notes = new LinkedHashMap<>();
    List<Request> positions = new ArrayList<>();
    for (String line : lines) {
      String key = keys.of(line);
      ServerConnection unused = servers.of(key, deadline);
      notes.computeIfAbsent(servers.laneOf(key), lane -> reading(note(lane), "", ""));
      positions.add(Request.ofNext(key));
    }
    // On each server the life is read first, so that no position is older than it.
    List<Request> all = new ArrayList<>(notes.values());
    all.addAll(positions);
    exchange.send(all, 0, deadline);
    all.forEach(this::refuseMoved);
    List<EngineLife> lives =
        notes.values().stream().map(note -> life(note.reply())).toList();
    return new EngineLife(
        lives.stream().map(EngineLife::id).collect(Collectors.joining("+")),
        lives.stream().map(EngineLife::began).max(Comparator.naturalOrder()).orElseThrow(),
        lives.get(0).now(),
        positions.stream().map(Request::nextOrEnd).toList());
  }

  /**
   * Declares each server new, if none has a note. An attempt whose answer was lost may be repeated.
   *
   * @param onlyAsk whether to declare nothing, and to answer whether it could be declared
   * @return otherwise since when there is one
   */
  Optional<Instant> declareNew(boolean onlyAsk, Deadline deadline) {
    List<String> notes = servers.primaries(deadline).stream()
        .map(link -> note(servers.laneOf(link)))
        .toList();
    Optional<Instant> began = declared(notes, "ask", deadline);
    return onlyAsk ? began : began.or(() -> declared(notes, "", deadline));
  }

  /** Sends a declaration to each; returns when the life began of one that refuses it. */
  private Optional<Instant> declared(List<String> notes, String ask, Deadline deadline) {
    // All stores of one process may declare, one after another.
    String process = Long.toString(RandomNumber.ofProcess());
    List<Request> all = notes.stream().map(note -> reading(note, process, ask)).toList();
    exchange.send(all, 0, deadline);
    return all.stream()
        .map(request -> Objects.requireNonNullElse(request.reply(), ""))
        .filter(reply -> reply.startsWith("!"))
        .findFirst()
        .map(reply -> RedisNumber.instant(reply.substring(1)));
  }

  private static Request reading(String note, String declares, String ask) {
    String number = Long.toString(RandomNumber.next());
    return new Request(note, () -> Script.LIFE.on(note, declares, number, ask));
  }

  private void refuseMoved(Request request) {
    if (request.target != null) {
      servers.forget();
      throw new StoreUnavailableException(Message.of(
          "slots are being moved, so it is not known which server has the line: key={}",
          request.key));
    }
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
    return new EngineLife(
        words[0], RedisNumber.instant(words[1]), RedisNumber.instant(words[2]), List.of());
  }
}
