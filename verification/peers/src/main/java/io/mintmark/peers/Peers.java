package io.mintmark.peers;

import cn.hutool.core.util.IdUtil;
import com.baomidou.mybatisplus.core.incrementer.DefaultIdentifierGenerator;
import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import com.github.f4b6a3.tsid.TsidCreator;
import com.github.f4b6a3.uuid.UuidCreator;
import com.github.yitter.contract.IdGeneratorOptions;
import com.github.yitter.idgen.YitIdHelper;
import com.xfvape.uid.UidGenerator;
import io.hypersistence.tsid.TSID;
import io.mintmark.Mintmark;
import io.mintmark.peers.Peer.Engine;
import io.mintmark.peers.Peer.Numbers;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import me.ahoo.cosid.CosId;
import org.apache.shardingsphere.infra.algorithm.keygen.snowflake.SnowflakeKeyGenerateAlgorithm;
import org.bson.types.ObjectId;

/** All libraries that are compared, each by its public API, and how each is set. */
final class Peers {

  /** Repeats on purpose: shows that duplicates and broken order are found. */
  static final Peer REPEATING = new Peer(
      "repeating on purpose",
      Peers.class,
      "gives the same 4,096 numbers over and over",
      Engine.NONE,
      Numbers.FIXED,
      place -> {
        AtomicLong next = new AtomicLong();
        return ids -> ids.add(next.getAndIncrement() & 4_095);
      });

  private static final List<Peer> ALL = List.of(
      new Peer(
          "Mintmark Snowflake, Redis",
          Mintmark.class,
          "`redis://...?new=true`, `snowflake(\"users\")`",
          Engine.REDIS,
          Numbers.POOLED,
          MintmarkPeers::onRedis),
      new Peer(
          "Mintmark Snowflake, PostgreSQL",
          Mintmark.class,
          "`jdbc:postgresql:...`, `snowflake(\"users\")`",
          Engine.POSTGRESQL,
          Numbers.POOLED,
          MintmarkPeers::onPostgreSql),
      new Peer(
          "Mintmark ObjectId",
          Mintmark.class,
          "`ObjectId.next()`",
          Engine.NONE,
          Numbers.RANDOM,
          MintmarkPeers::objectIds),
      new Peer(
          "Mintmark UUIDv7",
          Mintmark.class,
          "`uuids(\"events\")`",
          Engine.NONE,
          Numbers.RANDOM,
          MintmarkPeers::uuids),
      new Peer(
          "CosId Snowflake, Redis",
          CosIdPeers.ON_REDIS,
          "`ClockSyncSnowflakeId`, 10 machine bits, not stable, guard 5 min",
          Engine.REDIS,
          Numbers.POOLED,
          CosIdPeers::onRedis),
      new Peer(
          "CosId Snowflake, number given",
          CosId.class,
          "`ManualMachineIdDistributor` with the state in a folder that a restart finds again",
          Engine.NONE,
          Numbers.GIVEN,
          CosIdPeers::given),
      new Peer(
          "MyBatis-Plus",
          DefaultIdentifierGenerator.class,
          "`DefaultIdentifierGenerator.getInstance()`",
          Engine.NONE,
          Numbers.DERIVED,
          place -> {
            DefaultIdentifierGenerator generator = DefaultIdentifierGenerator.getInstance();
            Object entity = new Object();
            return ids -> ids.add(generator.nextId(entity));
          }),
      new Peer(
          "ShardingSphere SNOWFLAKE",
          SnowflakeKeyGenerateAlgorithm.class,
          "no properties, no cluster: worker 0",
          Engine.NONE,
          Numbers.FIXED,
          place -> {
            SnowflakeKeyGenerateAlgorithm algorithm = new SnowflakeKeyGenerateAlgorithm();
            algorithm.init(new Properties());
            return ids -> algorithm.generateKeys(null, 1).forEach(ids::add);
          }),
      new Peer(
          "hutool Snowflake",
          IdUtil.class,
          "`IdUtil.getSnowflakeNextId()`",
          Engine.NONE,
          Numbers.DERIVED,
          place -> ids -> ids.add(IdUtil.getSnowflakeNextId())),
      new Peer(
          "uid-generator",
          UidGenerator.class,
          "a fork, `com.xfvape.uid`, as Baidu's own is not on Maven Central; `DefaultUidGenerator`,"
              + " its table of workers in PostgreSQL, bits 30/20/13: with the default 28 its time"
              + " ran out in November 2024",
          Engine.POSTGRESQL,
          Numbers.ONCE,
          UidGeneratorPeer::open),
      new Peer(
          "Yitter",
          YitIdHelper.class,
          "`IdGeneratorOptions(worker)`, the worker given",
          Engine.NONE,
          Numbers.GIVEN,
          place -> {
            YitIdHelper.setIdGenerator(new IdGeneratorOptions((short) place.number()));
            return ids -> ids.add(YitIdHelper.nextId());
          }),
      new Peer(
          "hypersistence TSID",
          TSID.class,
          "`TSID.Factory.getTsid()`: the node by chance",
          Engine.NONE,
          Numbers.RANDOM,
          place -> ids -> ids.add(TSID.Factory.getTsid().toLong())),
      new Peer(
          "hypersistence TSID, node given",
          TSID.class,
          "`TSID.Factory.builder().withNode(n)`",
          Engine.NONE,
          Numbers.GIVEN,
          place -> {
            TSID.Factory factory =
                TSID.Factory.builder().withNode(place.number()).build();
            return ids -> ids.add(factory.generate().toLong());
          }),
      new Peer(
          "tsid-creator",
          TsidCreator.class,
          "`TsidCreator.getTsid()`: the node by chance",
          Engine.NONE,
          Numbers.RANDOM,
          place -> ids -> ids.add(TsidCreator.getTsid().toLong())),
      new Peer(
          "bson ObjectId",
          ObjectId.class,
          "`ObjectId.get()`",
          Engine.NONE,
          Numbers.RANDOM,
          place -> ids -> add(ids, ObjectId.get().toByteArray())),
      new Peer(
          "JUG UUIDv7",
          Generators.class,
          "`Generators.timeBasedEpochGenerator()`",
          Engine.NONE,
          Numbers.RANDOM,
          place -> {
            TimeBasedEpochGenerator generator = Generators.timeBasedEpochGenerator();
            return ids -> add(ids, generator.generate());
          }),
      new Peer(
          "uuid-creator UUIDv7",
          UuidCreator.class,
          "`UuidCreator.getTimeOrderedEpoch()`",
          Engine.NONE,
          Numbers.RANDOM,
          place -> ids -> add(ids, UuidCreator.getTimeOrderedEpoch())),
      new Peer(
          "Mintmark sequence, Redis",
          Mintmark.class,
          "`redis://...?new=true`, `sequence(\"orders\")`",
          Engine.REDIS,
          Numbers.SEGMENTS,
          MintmarkPeers::sequenceOnRedis),
      new Peer(
          "Mintmark sequence, PostgreSQL",
          Mintmark.class,
          "`jdbc:postgresql:...`, `sequence(\"orders\")`",
          Engine.POSTGRESQL,
          Numbers.SEGMENTS,
          MintmarkPeers::sequenceOnPostgreSql),
      new Peer(
          "CosId segments, Redis",
          CosIdPeers.ON_REDIS,
          "`SegmentChainId` over `SpringRedisIdSegmentDistributor`, default step",
          Engine.REDIS,
          Numbers.SEGMENTS,
          CosIdPeers::segments));

  private Peers() {}

  static List<Peer> all() {
    return ALL;
  }

  /** Finds a peer by its name. */
  static Peer named(String name) {
    return Stream.concat(ALL.stream(), Stream.of(REPEATING))
        .filter(peer -> peer.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  static void add(Ids ids, UUID id) {
    ids.add(id.getMostSignificantBits(), id.getLeastSignificantBits());
  }

  /** Takes the twelve bytes of an ObjectId: four, and eight. */
  static void add(Ids ids, byte[] bytes) {
    ByteBuffer all = ByteBuffer.wrap(bytes);
    ids.add(all.getInt() & 0xFFFF_FFFFL, all.getLong());
  }
}
