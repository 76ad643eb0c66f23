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
import java.util.List;
import java.util.Properties;
import me.ahoo.cosid.CosId;
import org.apache.shardingsphere.infra.algorithm.keygen.snowflake.SnowflakeKeyGenerateAlgorithm;
import org.bson.types.ObjectId;

/** All compared libraries, each used through its public API. */
final class Peers {

  static final List<Peer> ALL = List.of(
      new Peer(
          "Mintmark Snowflake, Redis",
          Engine.REDIS,
          "`redis://...?new=true`, `snowflake(\"users\")`",
          place -> MintmarkPeers.snowflake(MintmarkPeers.redis(place), place),
          List.of(Mintmark.class)),
      new Peer(
          "Mintmark Snowflake, PostgreSQL",
          Engine.POSTGRESQL,
          "`jdbc:postgresql:...`, `snowflake(\"users\")`",
          place -> MintmarkPeers.snowflake(MintmarkPeers.postgreSql(place), place),
          List.of(Mintmark.class)),
      Peer.local(
          "Mintmark ObjectId",
          Mintmark.class,
          "`ObjectId.next()`",
          place -> ids -> ids.add(io.mintmark.objectid.ObjectId.next().toBytes())),
      Peer.local(
          "Mintmark UUIDv7", Mintmark.class, "`uuids(\"events\")`", place -> MintmarkPeers.uuids()),
      new Peer(
          "CosId Snowflake, Redis",
          Engine.REDIS,
          "`ClockSyncSnowflakeId`, 10 machine bits, instances not marked as stable, guard 5 min;"
              + " in *pause* 1 bit and 5 s",
          CosIdPeers::onRedis,
          CosIdPeers.ON_REDIS),
      Peer.local(
          "CosId Snowflake, number given",
          CosId.class,
          "`ManualMachineIdDistributor` with the state in a folder that a restart finds again",
          CosIdPeers::given),
      Peer.local(
          "MyBatis-Plus",
          DefaultIdentifierGenerator.class,
          "`DefaultIdentifierGenerator.getInstance()`",
          place -> {
            DefaultIdentifierGenerator generator = DefaultIdentifierGenerator.getInstance();
            Object entity = new Object();
            return ids -> ids.add(generator.nextId(entity));
          }),
      Peer.local(
          "ShardingSphere SNOWFLAKE",
          SnowflakeKeyGenerateAlgorithm.class,
          "no properties, no cluster: worker 0",
          place -> {
            SnowflakeKeyGenerateAlgorithm algorithm = new SnowflakeKeyGenerateAlgorithm();
            algorithm.init(new Properties());
            return ids -> algorithm.generateKeys(null, 1).forEach(ids::add);
          }),
      Peer.local(
          "hutool Snowflake",
          IdUtil.class,
          "`IdUtil.getSnowflakeNextId()`",
          place -> ids -> ids.add(IdUtil.getSnowflakeNextId())),
      new Peer(
          "uid-generator",
          Engine.POSTGRESQL,
          "a fork, `com.xfvape.uid`, as Baidu's own is not on Maven Central; `DefaultUidGenerator`,"
              + " its table of workers in PostgreSQL, bits 30/20/13: with the default 28 its time"
              + " ran out in November 2024",
          UidGeneratorPeer::open,
          List.of(UidGenerator.class)),
      Peer.local(
          "Yitter", YitIdHelper.class, "`IdGeneratorOptions(worker)`, the worker given", place -> {
            YitIdHelper.setIdGenerator(new IdGeneratorOptions((short) place.number()));
            return ids -> ids.add(YitIdHelper.nextId());
          }),
      Peer.local(
          "hypersistence TSID",
          TSID.class,
          "`TSID.Factory.getTsid()`: the node by chance",
          place -> ids -> ids.add(TSID.Factory.getTsid().toLong())),
      Peer.local(
          "hypersistence TSID, node given",
          TSID.class,
          "`TSID.Factory.builder().withNode(n)`",
          place -> {
            TSID.Factory factory =
                TSID.Factory.builder().withNode(place.number()).build();
            return ids -> ids.add(factory.generate().toLong());
          }),
      Peer.local(
          "tsid-creator",
          TsidCreator.class,
          "`TsidCreator.getTsid()`: the node by chance",
          place -> ids -> ids.add(TsidCreator.getTsid().toLong())),
      Peer.local(
          "bson ObjectId",
          ObjectId.class,
          "`ObjectId.get()`",
          place -> ids -> ids.add(ObjectId.get().toByteArray())),
      Peer.local(
          "JUG UUIDv7", Generators.class, "`Generators.timeBasedEpochGenerator()`", place -> {
            TimeBasedEpochGenerator generator = Generators.timeBasedEpochGenerator();
            return ids -> ids.add(generator.generate());
          }),
      Peer.local(
          "uuid-creator UUIDv7",
          UuidCreator.class,
          "`UuidCreator.getTimeOrderedEpoch()`",
          place -> ids -> ids.add(UuidCreator.getTimeOrderedEpoch())),
      new Peer(
          "Mintmark sequence, Redis",
          Engine.REDIS,
          "`redis://...?new=true`, `sequence(\"orders\")`",
          place -> MintmarkPeers.sequence(MintmarkPeers.redis(place)),
          List.of(Mintmark.class)),
      new Peer(
          "Mintmark sequence, PostgreSQL",
          Engine.POSTGRESQL,
          "`jdbc:postgresql:...`, `sequence(\"orders\")`",
          place -> MintmarkPeers.sequence(MintmarkPeers.postgreSql(place)),
          List.of(Mintmark.class)),
      new Peer(
          "CosId segments, Redis",
          Engine.REDIS,
          "`SegmentChainId` over `SpringRedisIdSegmentDistributor`, default step",
          CosIdPeers::segments,
          CosIdPeers.ON_REDIS));

  private Peers() {}

  static Peer named(String name) {
    return ALL.stream().filter(peer -> peer.name().equals(name)).findFirst().orElseThrow();
  }
}
