package io.mintmark.store.redis;

import io.lettuce.core.KeyScanArgs;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.KeyValue;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisFuture;
import io.lettuce.core.ScanCursor;
import io.lettuce.core.api.StatefulRedisConnection;
import io.mintmark.error.Message;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.store.Line;
import io.mintmark.store.LinePage;
import io.mintmark.store.engine.Deadline;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lists lines (the counters of a store) with SCAN on every primary. A scan finds each key that
 * exists during the whole scan. In a cluster, a slot may move during the scan to a server that was
 * scanned already, and the scan misses the slot's keys. So the list is returned only if no slot
 * moved or was moving.
 */
record LineList(Servers servers, Keys keys) {

  private static final int KEYS_A_CALL = 1_000;

  /** The server's own row in CLUSTER NODES: eight words, then its slots. */
  private static final Pattern OWN_SLOTS =
      Pattern.compile("(?m)^(?:\\S+ ){2}\\S*myself\\S*(?: \\S+){5}(.*)$");

  List<Line> lines(LinePage page, Deadline deadline) {
    List<ServerConnection> primaries = servers.primaries(deadline);
    Map<String, String> slots = slots(primaries, deadline);
    List<Line> lines = read(primaries, page, deadline);
    if (!slots.equals(slots(servers.primaries(deadline), deadline))) {
      throw new StoreUnavailableException("slots of the cluster have moved; list the lines again");
    }
    return lines;
  }

  private List<Line> read(List<ServerConnection> primaries, LinePage page, Deadline deadline) {
    List<Line> lines = new ArrayList<>();
    LinePage rest = page;
    while (true) {
      NavigableMap<String, ServerConnection> names = names(primaries, rest, deadline);
      lines.addAll(fetch(names, deadline));
      if (names.size() < rest.limit() || lines.size() == page.limit()) {
        return lines;
      }
      // Some of these hashes were not lines, so the page continues after the last of the names.
      rest = new LinePage(page.prefix(), names.lastKey(), page.limit() - lines.size());
    }
  }

  /**
   * Reads the slots of each server of a cluster. Empty for a single server, which serves every
   * slot.
   */
  private static Map<String, String> slots(List<ServerConnection> primaries, Deadline deadline) {
    Map<String, String> slots = new LinkedHashMap<>();
    if (primaries.size() == 1) {
      return slots;
    }
    for (ServerConnection link : primaries) {
      String nodes = link.ask(deadline, commands -> commands.clusterNodes());
      Matcher own = OWN_SLOTS.matcher(nodes);
      String found = own.find() ? own.group(1) : "";
      if (found.indexOf('[') >= 0) {
        throw new StoreUnavailableException(Message.of(
            "slots of the cluster are moving, list the lines after that: slots={}, server={}",
            found.strip(),
            link.server()));
      }
      slots.put(link.server(), found);
    }
    return new TreeMap<>(slots);
  }

  /**
   * Returns the first names of a page, each with its server. Later names are dropped during the
   * scan.
   */
  private NavigableMap<String, ServerConnection> names(
      List<ServerConnection> primaries, LinePage page, Deadline deadline) {
    NavigableMap<String, ServerConnection> names = new TreeMap<>();
    KeyScanArgs args = KeyScanArgs.Builder.matches(keys.pattern(page.prefix())).limit(KEYS_A_CALL);
    args.type("hash");
    for (ServerConnection link : primaries) {
      ScanCursor cursor = ScanCursor.INITIAL;
      do {
        ScanCursor at = cursor;
        KeyScanCursor<String> some = link.ask(deadline, commands -> commands.scan(at, args));
        for (String key : some.getKeys()) {
          keys.line(key).filter(page::holds).ifPresent(name -> names.put(name, link));
        }
        while (names.size() > page.limit()) {
          names.pollLastEntry();
        }
        cursor = some;
      } while (!cursor.isFinished());
    }
    return names;
  }

  private Collection<Line> fetch(NavigableMap<String, ServerConnection> names, Deadline deadline) {
    Map<ServerConnection, List<String>> byServer = new LinkedHashMap<>();
    names.forEach((name, link) ->
        byServer.computeIfAbsent(link, each -> new ArrayList<>()).add(name));
    Map<String, Line> lines = new TreeMap<>();
    byServer.forEach((link, own) -> {
      for (int from = 0; from < own.size(); from += KEYS_A_CALL) {
        fetch(link, own.subList(from, Math.min(from + KEYS_A_CALL, own.size())), lines, deadline);
      }
    });
    return lines.values();
  }

  private void fetch(
      ServerConnection link, List<String> names, Map<String, Line> lines, Deadline deadline) {
    StatefulRedisConnection<String, String> connection = link.connection(deadline);
    List<RedisFuture<List<KeyValue<String, String>>>> answers = new ArrayList<>();
    for (String name : names) {
      answers.add(connection.async().hmget(keys.of(name), "next", "note", "updated"));
    }
    for (int i = 0; i < answers.size(); i++) {
      List<KeyValue<String, String>> fields;
      try {
        fields = link.await(connection, answers.get(i), deadline);
      } catch (RedisCommandExecutionException e) {
        throw link.refused(e);
      }
      String next = fields.get(0).getValueOrElse("");
      if (!next.isEmpty()) {
        Line line = new Line(
            names.get(i),
            RedisNumber.parse(next),
            fields.get(1).getValueOrElse(""),
            RedisNumber.instant(fields.get(2).getValueOrElse("0")));
        lines.put(line.name(), line);
      }
    }
  }
}
