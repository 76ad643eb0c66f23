package io.mintmark.store.redis;

import static io.mintmark.store.engine.Failures.unavailable;

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
 * Reads the time since which a server remembers everything that it acknowledged.
 *
 * <p>Redis shows its run id and whether it was promoted, but not the time of the start or
 * promotion. So the first process that reads these values writes a note to the server: both values,
 * and the time. A later process reads that time from the note. In a cluster, each server has a note
 * of its own. The note's key is the first of the numbered keys ({@link Keys#ofLife}) whose slot is
 * on that server.
 */
record LifeReader(Servers servers, Keys keys) {

  private static final int MAX_NAMES = 100_000;

  /** Reads the combined life of the servers that have the lines, and the lines' positions. */
  EngineLife of(List<String> lines, Deadline deadline) {
    Map<String, Request> notes = new LinkedHashMap<>();
    List<Request> positions = new ArrayList<>();
    for (String line : lines) {
      String key = keys.of(line);
      ServerConnection unused = servers.of(key, deadline);
      notes.computeIfAbsent(servers.laneOf(key), lane -> reading(note(lane), "", ""));
      positions.add(Request.ofNext(key));
    }
    // Each server's life is read before its positions, so no position is older than the life. The
    // script is sent whole: if the server did not know it, the life would be read after them.
    List<Request> all = new ArrayList<>(notes.values());
    all.addAll(positions);
    new RequestSender(servers).send(all, 0, deadline);
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
   * Declares each server new, if none has a note. The call may be repeated if its reply was lost.
   *
   * @param onlyAsk true to check only whether the declaration is possible, and to declare nothing
   * @return empty if the servers are or can be declared new, otherwise the beginning of an existing
   *     life
   */
  Optional<Instant> declareNew(boolean onlyAsk, Deadline deadline) {
    List<String> notes =
        servers.primaries(deadline).stream().map(link -> note(link.server())).toList();
    Optional<Instant> began = declared(notes, "ask", deadline);
    return onlyAsk ? began : began.or(() -> declared(notes, "", deadline));
  }

  /**
   * Sends a declaration to each server. Returns the beginning of the life on a server that refuses.
   */
  private Optional<Instant> declared(List<String> notes, String ask, Deadline deadline) {
    // All stores of one process may declare the same server new, one after another.
    String process = Long.toString(RandomNumber.ofProcess());
    List<Request> all = notes.stream().map(note -> reading(note, process, ask)).toList();
    new RequestSender(servers).send(all, 0, deadline);
    return all.stream()
        .map(request -> Objects.requireNonNullElse(request.reply(), ""))
        .filter(reply -> reply.startsWith("!"))
        .findFirst()
        .map(reply -> RedisNumber.instant(reply.substring(1)));
  }

  private static Request reading(String note, String declares, String ask) {
    String number = Long.toString(RandomNumber.next());
    return Script.LIFE.whole(note, declares, number, ask);
  }

  private void refuseMoved(Request request) {
    if (request.target != null) {
      servers.forget();
      throw unavailable(
          "slots are being moved, so it is not known which server has the line: key={}",
          request.key);
    }
  }

  private String note(String lane) {
    for (int number = 0; number < MAX_NAMES; number++) {
      String key = keys.ofLife(number);
      if (servers.laneOf(key).equals(lane)) {
        return key;
      }
    }
    throw unavailable("no slot of the server is known: server={}", lane);
  }

  /** Parses the reply of {@link Script#LIFE}. */
  static EngineLife life(@Nullable String reply) {
    String[] words = reply == null ? new String[0] : reply.split(" ");
    if (words.length != 3) {
      throw unavailable("the server sent no life: reply={}", reply);
    }
    if (words[0].startsWith("-")) {
      throw new StoreUnavailableException("the server does not identify its process, so a restart"
          + " would not be detected: run_id in INFO server is missing; it cannot be used for worker"
          + " numbers");
    }
    return new EngineLife(
        words[0], RedisNumber.instant(words[1]), RedisNumber.instant(words[2]), List.of());
  }
}
