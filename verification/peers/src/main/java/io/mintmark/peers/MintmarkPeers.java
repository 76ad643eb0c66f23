package io.mintmark.peers;

import io.mintmark.Mintmark;
import io.mintmark.objectid.ObjectId;
import io.mintmark.peers.Peer.Place;
import io.mintmark.sequence.Sequence;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.store.jdbc.Engines;
import io.mintmark.uuid.UuidGenerator;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Mintmark, with its defaults. */
final class MintmarkPeers {

  /** As short as the guard of others is set where numbers are used up. */
  private static final Duration SHORT_WINDOW = Duration.ofSeconds(5);

  private MintmarkPeers() {}

  static IdSource onRedis(Place place) {
    return snowflake(Mintmark.open(redis(place)), place);
  }

  static IdSource onPostgreSql(Place place) {
    return snowflake(Mintmark.open(Engines.postgresUrl(place.port())), place);
  }

  static IdSource sequenceOnRedis(Place place) {
    return sequence(Mintmark.open(redis(place)));
  }

  static IdSource sequenceOnPostgreSql(Place place) {
    return sequence(Mintmark.open(Engines.postgresUrl(place.port())));
  }

  static IdSource objectIds(Place place) {
    return ids -> Peers.add(ids, ObjectId.next().toBytes());
  }

  static IdSource uuids(Place place) {
    Mintmark mint = Mintmark.open("memory:");
    UuidGenerator uuids = mint.uuids("events");
    return ids -> Peers.add(ids, uuids.next());
  }

  private static String redis(Place place) {
    return "redis://127.0.0.1:" + place.port() + "?new=true";
  }

  private static IdSource snowflake(Mintmark mint, Place place) {
    return opened(mint, () -> {
      SnowflakeGenerator users = place.crowded()
          ? mint.snowflake("users", s -> s.workers(0, 1).window(SHORT_WINDOW))
          : mint.snowflake("users");
      return users::next;
    });
  }

  private static IdSource sequence(Mintmark mint) {
    return opened(mint, () -> {
      Sequence orders = mint.sequence("orders");
      return orders::next;
    });
  }

  private static IdSource opened(Mintmark mint, Supplier<LongSupplier> maker) {
    LongSupplier source;
    try {
      source = maker.get();
    } catch (RuntimeException e) {
      mint.close();
      throw e;
    }
    return new IdSource() {
      @Override
      public void next(Ids ids) {
        ids.add(source.getAsLong());
      }

      @Override
      public void close() {
        mint.close();
      }
    };
  }
}
