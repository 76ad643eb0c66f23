package io.mintmark.peers;

import cn.hutool.core.util.IdUtil;
import com.baomidou.mybatisplus.core.incrementer.DefaultIdentifierGenerator;
import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedGenerator;
import com.github.f4b6a3.tsid.TsidCreator;
import com.github.f4b6a3.uuid.UuidCreator;
import com.github.yitter.contract.IdGeneratorOptions;
import com.github.yitter.idgen.YitIdHelper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import me.ahoo.cosid.CosId;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;
import org.bson.types.ObjectId;

/**
 * Writes ids of other libraries into files, one on each line, as an application makes them that has
 * some milliseconds between two. The one argument is the folder.
 */
final class Samples {

  private static final int IDS = 1_000;
  private static final long SEED = 7;
  private static final int MOST_MICROS = 5_000;
  private static final int MACHINE = 3;

  private Samples() {}

  public static void main(String[] arguments) throws IOException {
    Path folder = Files.createDirectories(Path.of(arguments[0]));
    DefaultIdentifierGenerator mybatis = DefaultIdentifierGenerator.getInstance();
    MillisecondSnowflakeId cosid = new MillisecondSnowflakeId(
        CosId.COSID_EPOCH,
        MillisecondSnowflakeId.DEFAULT_TIMESTAMP_BIT,
        MillisecondSnowflakeId.DEFAULT_MACHINE_BIT,
        MillisecondSnowflakeId.DEFAULT_SEQUENCE_BIT,
        MACHINE);
    YitIdHelper.setIdGenerator(new IdGeneratorOptions((short) MACHINE));
    TimeBasedGenerator version1 = Generators.timeBasedGenerator();
    Map<String, Supplier<Object>> libraries = new LinkedHashMap<>();
    libraries.put("hutool", IdUtil::getSnowflakeNextId);
    libraries.put("mybatis-plus", () -> mybatis.nextId(folder));
    libraries.put("cosid", cosid::generate);
    libraries.put("yitter", YitIdHelper::nextId);
    libraries.put("tsid-creator", () -> TsidCreator.getTsid().toLong());
    libraries.put("bson", ObjectId::get);
    libraries.put("uuid-creator-v7", UuidCreator::getTimeOrderedEpoch);
    libraries.put("jug-v1", version1::generate);
    for (Map.Entry<String, Supplier<Object>> library : libraries.entrySet()) {
      Random pauses = new Random(SEED);
      List<String> ids = new ArrayList<>();
      for (int i = 0; i < IDS; i++) {
        ids.add(library.getValue().get().toString());
        LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(pauses.nextInt(MOST_MICROS)));
      }
      Files.write(folder.resolve(library.getKey() + ".ids"), ids);
    }
  }
}
