package io.mintmark.benchmarks;

import com.fasterxml.uuid.impl.UUIDUtil;
import com.github.f4b6a3.uuid.UuidCreator;
import io.mintmark.uuid.UuidText;
import io.mintmark.uuid.Uuids;
import java.util.UUID;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** UUIDs read from 36 characters. */
@State(Scope.Benchmark)
public class ParsedUuids {

  // Not final, so that it is read each time.
  private String text = Uuids.v7().toString();

  @Benchmark
  public UUID mintmark() {
    return UuidText.parse(text);
  }

  @Benchmark
  public UUID jdk() {
    return UUID.fromString(text);
  }

  @Benchmark
  public UUID jug() {
    return UUIDUtil.uuid(text);
  }

  @Benchmark
  public UUID uuidCreator() {
    return UuidCreator.fromString(text);
  }
}
