package io.mintmark.benchmarks;

import com.github.f4b6a3.ulid.Ulid;
import io.mintmark.uuid.TypeId;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * TypeIDs read from text; ulid-creator reads the same digits, after a prefix that is not looked at,
 * and returns the UUID as the others do.
 */
@State(Scope.Benchmark)
public class ParsedTypeIds {

  // Not final, so that it is read each time.
  private String text = TypeId.next("user").toString();

  @Benchmark
  public Object mintmark() {
    return TypeId.parse(text).uuid();
  }

  @Benchmark
  public Object typeIdJava() {
    return de.fxlae.typeid.TypeId.parse(text).uuid();
  }

  @Benchmark
  public Object ulidCreator() {
    return Ulid.from(text.substring(text.indexOf('_') + 1)).toUuid();
  }
}
