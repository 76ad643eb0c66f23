package io.mintmark.peers;

import io.mintmark.Mintmark;
import io.mintmark.peers.Peer.IdSource;
import io.mintmark.peers.Peer.Place;
import io.mintmark.sequence.Sequence;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.store.jdbc.Engines;
import io.mintmark.uuid.UuidGenerator;
import java.time.Duration;
import java.util.function.Function;

/** Mintmark with its defaults. */
final class MintmarkPeers {

  /** The window if worker numbers are scarce. CosId's guard then has the same timeout. */
  private static final Duration SHORT_WINDOW = Duration.ofSeconds(5);

  private MintmarkPeers() {}

  static String redis(Place place) {
    return "redis://127.0.0.1:" + place.port() + "?new=true";
  }

  static String postgreSql(Place place) {
    return Engines.postgresUrl(place.port());
  }

  static IdSource snowflake(String store, Place place) {
    return open(store, mint -> {
      SnowflakeGenerator users = place.scarce()
          ? mint.snowflake("users", s -> s.workers(0, 1).window(SHORT_WINDOW))
          : mint.snowflake("users");
      return ids -> ids.add(users.next());
    });
  }

  static IdSource sequence(String store) {
    return open(store, mint -> {
      Sequence orders = mint.sequence("orders");
      return ids -> ids.add(orders.next());
    });
  }

  static IdSource uuids() {
    return open("memory:", mint -> {
      UuidGenerator uuids = mint.uuids("events");
      return ids -> ids.add(uuids.next());
    });
  }

  private static IdSource open(String store, Function<Mintmark, IdSource> generator) {
    Mintmark mint = Mintmark.open(store);
    try {
      return generator.apply(mint).closedBy(mint::close);
    } catch (RuntimeException e) {
      mint.close();
      throw e;
    }
  }
}
