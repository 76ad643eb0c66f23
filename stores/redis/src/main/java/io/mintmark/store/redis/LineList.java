package io.mintmark.store.redis;

import static io.mintmark.store.engine.Failures.unavailable;

import io.lettuce.core.KeyScanArgs;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.ScanCursor;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.store.LinePage;
import io.mintmark.store.Line;
import io.mintmark.store.engine.Deadline;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
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
      NavigableSet<String> names = names(primaries, rest, deadline);
      lines.addAll(fetch(List.copyOf(names), deadline));
      if (names.size() < rest.limit() || lines.size() == page.limit()) {
        return lines;
      }
      // Some of these hashes were not lines, so the page continues after the last of the names.
      rest = new LinePage(page.prefix(), names.last(), page.limit() - lines.size());
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
        throw unavailable(
            "slots of the cluster are moving, list the lines after that: slots={}, server={}",
            found.strip(),
            link.server());
      }
      slots.put(link.server(), found);
    }
    return new TreeMap<>(slots);
  }

  /** Returns the first names of a page. Later names are dropped during the scan. */
  private NavigableSet<String> names(
      List<ServerConnection> primaries, LinePage page, Deadline deadline) {
    NavigableSet<String> names = new TreeSet<>();
    KeyScanArgs args = KeyScanArgs.Builder.matches(keys.pattern(page.prefix())).limit(KEYS_A_CALL);
    args.type("hash");
    for (ServerConnection link : primaries) {
      ScanCursor cursor = ScanCursor.INITIAL;
      do {
        ScanCursor at = cursor;
        KeyScanCursor<String> some = link.ask(deadline, commands -> commands.scan(at, args));
        for (String key : some.getKeys()) {
          keys.line(key).filter(page::holds).ifPresent(names::add);
        }
        while (names.size() > page.limit()) {
          names.pollLast();
        }
        cursor = some;
      } while (!cursor.isFinished());
    }
    return names;
  }

  private List<Line> fetch(List<String> names, Deadline deadline) {
    List<Line> lines = new ArrayList<>();
    for (int from = 0; from < names.size(); from += KEYS_A_CALL) {
      List<String> part = names.subList(from, Math.min(from + KEYS_A_CALL, names.size()));
      List<Request> reads =
          part.stream().map(name -> Script.READ.on(keys.of(name))).toList();
      new RequestSender(servers).send(reads, 0, deadline);
      for (int i = 0; i < reads.size(); i++) {
        String reply = reads.get(i).reply();
        if (reply != null) {
          String[] words = reply.split(" ", 3);
          lines.add(new Line(
              part.get(i), RedisNumber.parse(words[0]), words[2], RedisNumber.instant(words[1])));
        }
      }
    }
    return lines;
  }
}
