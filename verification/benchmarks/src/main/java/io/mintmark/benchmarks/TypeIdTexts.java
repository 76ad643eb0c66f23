package io.mintmark.benchmarks;

import com.fasterxml.uuid.Generators;
import com.fasterxml.uuid.impl.TimeBasedEpochGenerator;
import com.github.f4b6a3.ulid.Ulid;
import com.github.f4b6a3.ulid.UlidCreator;
import io.mintmark.Mintmark;
import io.mintmark.uuid.TypeIdGenerator;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * TypeIDs, each made and written as text: ours and typeid-java's. The others make the same text of
 * a UUID from JUG by ulid-creator, whose digits are a TypeID's; and one that is as long, but of a
 * ULID.
 */
@State(Scope.Benchmark)
public class TypeIdTexts {

  private static final String PREFIX = "user";

  private final TypeIdGenerator typeIds =
      Mintmark.open("memory:").typeIds("bench", t -> t.prefix(PREFIX));
  private final TimeBasedEpochGenerator jug = Generators.timeBasedEpochGenerator();

  @Benchmark
  public String mintmark() {
    return typeIds.next().toString();
  }

  @Benchmark
  public String typeIdJava() {
    return de.fxlae.typeid.TypeId.generate(PREFIX).toString();
  }

  @Benchmark
  public String jugAndUlidCreator() {
    return PREFIX + "_" + Ulid.from(jug.generate()).toLowerCase();
  }

  @Benchmark
  public String ulidCreator() {
    return PREFIX + "_" + UlidCreator.getMonotonicUlid().toLowerCase();
  }
}
