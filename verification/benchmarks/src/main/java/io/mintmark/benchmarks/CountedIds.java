package io.mintmark.benchmarks;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.mintmark.Mintmark;
import io.mintmark.micrometer.MintmarkMetrics;
import io.mintmark.objectid.ObjectId;
import io.mintmark.objectid.ObjectIdGenerator;
import io.mintmark.sequence.Sequence;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** What an id costs more where it is counted: with meters in a registry, and without. */
@State(Scope.Benchmark)
public class CountedIds {

  private static final String NAME = "bench";

  private final MeterRegistry registry = new SimpleMeterRegistry();
  private final MintmarkMetrics metrics = new MintmarkMetrics();
  private final Mintmark counted =
      Mintmark.builder().store("memory:").observer(metrics).open();
  private final Mintmark uncounted = Mintmark.open("memory:");
  private final Sequence countedSequence = counted.sequence(NAME);
  private final Sequence uncountedSequence = uncounted.sequence(NAME);
  private final ObjectIdGenerator countedObjectIds = counted.objectIds("documents");
  private final ObjectIdGenerator uncountedObjectIds = uncounted.objectIds("documents");

  public CountedIds() {
    metrics.bindTo(registry);
  }

  /** Also checks that all were counted. */
  @TearDown
  public void close() {
    double ids =
        registry.get("mintmark.ids").tag("generator", NAME).functionCounter().count();
    if (ids != countedSequence.made()) {
      throw new IllegalStateException("not all ids were counted: counted=" + ids);
    }
    counted.close();
    uncounted.close();
  }

  @Benchmark
  public long sequenceWithMeters() {
    return countedSequence.next();
  }

  @Benchmark
  public long sequenceWithout() {
    return uncountedSequence.next();
  }

  @Benchmark
  public ObjectId objectIdWithMeters() {
    return countedObjectIds.next();
  }

  @Benchmark
  public ObjectId objectIdWithout() {
    return uncountedObjectIds.next();
  }
}
