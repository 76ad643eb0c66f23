package io.mintmark.bench;

import static java.util.Objects.requireNonNull;

import io.mintmark.Mintmark;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The benchmark that JMH runs: one contender, on a store in memory. Each contender runs in a JVM of
 * its own, where the compiler sees no other contender behind the same call.
 */
@State(Scope.Benchmark)
public class IdBenchmark {

  /** The key in {@link IdContenders#ALL}, set by {@link Ids}. */
  @Param("")
  public String contender = "";

  private final Mintmark mint = Mintmark.open("memory:");
  private LongSupplier numbers = () -> 0;
  private Supplier<?> objects = () -> "";

  @Setup
  public void open() {
    Object opened = requireNonNull(IdContenders.ALL.get(contender)).opening().apply(mint);
    if (opened instanceof LongSupplier made) {
      numbers = made;
    } else {
      objects = (Supplier<?>) opened;
    }
  }

  @TearDown
  public void close() {
    mint.close();
  }

  @Benchmark
  public long number() {
    return numbers.getAsLong();
  }

  @Benchmark
  public Object object() {
    return objects.get();
  }

  @Benchmark
  @OperationsPerInvocation(IdContenders.BATCH)
  public Object batch() {
    return objects.get();
  }
}
