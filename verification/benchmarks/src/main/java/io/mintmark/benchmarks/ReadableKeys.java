package io.mintmark.benchmarks;

import io.mintmark.Mintmark;
import io.mintmark.key.KeyGenerator;
import io.mintmark.key.ParsedKey;
import io.mintmark.key.Shards;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The published order key of 32 characters: made, and taken apart. */
@State(Scope.Benchmark)
public class ReadableKeys {

  private static final String FORMAT =
      "OD{db:2}{table:4}{version:2}{time:yyMMddHHmmssSSS}{worker:2}{seq:5}";

  private final Mintmark mint = Mintmark.open("memory:");
  private final KeyGenerator orders = mint.keys(
      "orders", k -> k.format(FORMAT).shards(Shards.of(4, 2)).version(1).zone("Asia/Shanghai"));
  private final String key = orders.next("user-42");

  @TearDown
  public void close() {
    mint.close();
  }

  @Benchmark
  public String mintmark() {
    return orders.next("user-42");
  }

  @Benchmark
  public ParsedKey mintmarkParse() {
    return orders.parse(key);
  }
}
