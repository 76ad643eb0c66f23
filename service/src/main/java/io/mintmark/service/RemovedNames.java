package io.mintmark.service;

import io.mintmark.error.Message;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** When names of generators were taken out of the configuration, of the latest. Thread-safe. */
final class RemovedNames {

  private static final int MAX_NAMES = 1_000;

  private final InstantSource clock;

  /** The longest gone first; guarded by this. */
  private final Map<String, Instant> since = new LinkedHashMap<>();

  RemovedNames(InstantSource clock) {
    this.clock = clock;
  }

  /** Notes which names there were and are. */
  synchronized void changed(Set<String> before, Set<String> now) {
    before.stream().filter(name -> !now.contains(name)).forEach(name -> {
      since.remove(name);
      since.put(name, clock.instant());
    });
    since.keySet().removeAll(now);
    since
        .keySet()
        .removeAll(
            since.keySet().stream().limit(Math.max(0, since.size() - MAX_NAMES)).toList());
  }

  /** Says that no generator has a name, and since when if it had one. */
  synchronized String unknown(String name) {
    @Nullable Instant gone = since.get(name);
    return gone == null
        ? Message.of("no generator has this name: name={}", name)
        : Message.of(
            "no generator has this name any more: name={}, removedAt={}; it was taken out of the"
                + " configuration, and what it had claimed stays claimed",
            name,
            gone);
  }
}
