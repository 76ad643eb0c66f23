package io.mintmark.store.redis;

import io.lettuce.core.KeyScanArgs;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.api.StatefulRedisConnection;
import io.mintmark.StoreUnavailableException;
import io.mintmark.store.Line;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Lists lines by SCAN on every primary. A key that is there from the beginning to the end of a scan
 * is found by it. In a cluster a slot that moves meanwhile could take keys past the scan, so the
 * list stands only if no slot has moved or was moving.
 */
final class LineList {

  private static final int KEYS_A_CALL = 1_000;

  /** In CLUSTER NODES, the asked server's own line: eight words, then its slots. */
  private static final Pattern OWN_SLOTS =
      Pattern.compile("(?m)^(?:\\S+ ){2}\\S*myself\\S*(?: \\S+){5}(.*)$");

  private final Servers servers;
  private final Keys keys;

  LineList(Servers servers, Keys keys) {
    this.servers = servers;
    this.keys = keys;
  }

  List<Line> lines(String prefix, Deadline deadline) {
    List<Link> primaries = servers.primaries(deadline);
    Map<String, String> slots = slots(primaries, deadline);
    Map<String, Line> lines = new TreeMap<>();
    for (Link link : primaries) {
      add(link, prefix, lines, deadline);
    }
    if (!slots.equals(slots(servers.primaries(deadline), deadline))) {
      throw new StoreUnavailableException("slots of the cluster have moved; list the lines again");
    }
    return List.copyOf(lines.values());
  }

  /** Asks each server of a cluster for its slots; one server alone has all. */
  private static Map<String, String> slots(List<Link> primaries, Deadline deadline) {
    Map<String, String> slots = new LinkedHashMap<>();
    if (primaries.size() == 1) {
      return slots;
    }
    for (Link link : primaries) {
      String nodes = link.ask(deadline, commands -> commands.clusterNodes());
      Matcher own = OWN_SLOTS.matcher(nodes);
      String found = own.find() ? own.group(1) : "";
      if (found.indexOf('[') >= 0) {
        throw new StoreUnavailableException("slots of the cluster are moving, list the lines after"
            + " that: slots=" + found.strip() + ", server=" + link.server());
      }
      slots.put(link.server(), found);
    }
    return new TreeMap<>(slots);
  }

  private void add(Link link, String prefix, Map<String, Line> lines, Deadline deadline) {
    Set<String> found = new LinkedHashSet<>();
    KeyScanArgs args = KeyScanArgs.Builder.matches(keys.pattern(prefix)).limit(KEYS_A_CALL);
    args.type("hash");
    ScanCursor cursor = ScanCursor.INITIAL;
    do {
      ScanCursor at = cursor;
      KeyScanCursor<String> page = link.ask(deadline, commands -> commands.scan(at, args));
      found.addAll(page.getKeys());
      cursor = page;
    } while (!cursor.isFinished());
    List<String> all = new ArrayList<>(found);
    for (int from = 0; from < all.size(); from += KEYS_A_CALL) {
      fetch(link, all.subList(from, Math.min(from + KEYS_A_CALL, all.size())), lines, deadline);
    }
  }

  private void fetch(Link link, List<String> some, Map<String, Line> lines, Deadline deadline) {
    StatefulRedisConnection<String, String> connection = link.connection(deadline);
    List<RedisFuture<List<KeyValue<String, String>>>> answers = new ArrayList<>();
    for (String key : some) {
      answers.add(connection.async().hmget(key, "next", "note", "updated"));
    }
    for (int i = 0; i < answers.size(); i++) {
      List<KeyValue<String, String>> fields;
      try {
        fields = link.await(connection, answers.get(i), deadline);
      } catch (RedisCommandExecutionException e) {
        throw link.refused(e);
      }
      Optional<String> name = keys.line(some.get(i));
      String next = fields.get(0).getValueOrElse("");
      if (name.isPresent() && !next.isEmpty()) {
        Line line = new Line(
            name.get(),
            Position.parse(next),
            fields.get(1).getValueOrElse(""),
            time(fields.get(2).getValueOrElse(null)));
        lines.put(line.name(), line);
      }
    }
  }

  /** Reads microseconds since the epoch. */
  private static Instant time(@Nullable String micros) {
    return micros == null
        ? Instant.EPOCH
        : Instant.EPOCH.plus(Position.parse(micros), ChronoUnit.MICROS);
  }
}
