package io.mintmark.peers;

import io.mintmark.peers.Peer.IdSource;
import io.mintmark.peers.Peer.Place;
import java.time.Duration;
import java.util.List;
import me.ahoo.cosid.CosId;
import me.ahoo.cosid.machine.ClockBackwardsSynchronizer;
import me.ahoo.cosid.machine.DefaultMachineIdGuarder;
import me.ahoo.cosid.machine.InstanceId;
import me.ahoo.cosid.machine.LocalHostAddressSupplier;
import me.ahoo.cosid.machine.LocalMachineStateStorage;
import me.ahoo.cosid.machine.MachineIdDistributor;
import me.ahoo.cosid.machine.ManualMachineIdDistributor;
import me.ahoo.cosid.segment.SegmentChainId;
import me.ahoo.cosid.snowflake.ClockSyncSnowflakeId;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;
import me.ahoo.cosid.snowflake.SnowflakeId;
import me.ahoo.cosid.spring.redis.SpringRedisIdSegmentDistributor;
import me.ahoo.cosid.spring.redis.SpringRedisMachineIdDistributor;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import redis.clients.jedis.Jedis;

/** CosId, configured as its Spring Boot starter does, with the starter's defaults. */
final class CosIdPeers {

  /** CosId's core, its adapter for Redis, and that adapter's client. */
  static final List<Class<?>> ON_REDIS =
      List.of(CosId.class, SpringRedisMachineIdDistributor.class, Jedis.class);

  private static final String NAMESPACE = "shop";

  private CosIdPeers() {}

  static IdSource onRedis(Place place) {
    LocalMachineStateStorage storage = storage(place);
    MachineIdDistributor distributor = new SpringRedisMachineIdDistributor(
        redis(place.port()), storage, ClockBackwardsSynchronizer.DEFAULT);
    InstanceId instance = InstanceId.of(
        LocalHostAddressSupplier.INSTANCE.getHostAddress(),
        (int) ProcessHandle.current().pid(),
        false);
    return distributed(place, distributor, instance);
  }

  static IdSource given(Place place) {
    MachineIdDistributor distributor = new ManualMachineIdDistributor(
        place.number(), storage(place), ClockBackwardsSynchronizer.DEFAULT);
    return distributed(place, distributor, InstanceId.of("pod-" + place.number(), true));
  }

  static IdSource segments(Place place) {
    SegmentChainId orders = new SegmentChainId(
        new SpringRedisIdSegmentDistributor(NAMESPACE, "orders", redis(place.port())));
    return ids -> ids.add(orders.generate());
  }

  /**
   * CosId's guard keeps a machine number for its process. If machine numbers are scarce, the
   * guard's interval and timeout are shorter.
   */
  private static IdSource distributed(
      Place place, MachineIdDistributor distributor, InstanceId instance) {
    int bits = place.scarce() ? 1 : MillisecondSnowflakeId.DEFAULT_MACHINE_BIT;
    Duration every = place.scarce() ? Duration.ofSeconds(1) : Duration.ofMinutes(1);
    Duration safe = place.scarce() ? Duration.ofSeconds(5) : Duration.ofMinutes(5);
    int machine = distributor.distribute(NAMESPACE, bits, instance, safe).getMachineId();
    DefaultMachineIdGuarder guarder = new DefaultMachineIdGuarder(
        distributor, DefaultMachineIdGuarder.executorService(), every, every, safe);
    guarder.register(NAMESPACE, instance);
    guarder.start();
    SnowflakeId users = new ClockSyncSnowflakeId(new MillisecondSnowflakeId(
        CosId.COSID_EPOCH,
        MillisecondSnowflakeId.DEFAULT_TIMESTAMP_BIT,
        bits,
        MillisecondSnowflakeId.DEFAULT_SEQUENCE_BIT,
        machine));
    IdSource source = ids -> ids.add(users.generate());
    return source.closedBy(() -> {
      guarder.stop();
      distributor.revert(NAMESPACE, instance);
    });
  }

  private static LocalMachineStateStorage storage(Place place) {
    return new LocalMachineStateStorage(
        place.folder().resolve("cosid-machine-state").toString());
  }

  private static StringRedisTemplate redis(int port) {
    JedisConnectionFactory factory =
        new JedisConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", port));
    factory.afterPropertiesSet();
    factory.start();
    return new StringRedisTemplate(factory);
  }
}
