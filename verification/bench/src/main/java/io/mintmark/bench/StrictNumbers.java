package io.mintmark.bench;

import io.mintmark.Mintmark;
import io.mintmark.generator.Generator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A sequence, and keys, of which every number is a claim of its own. It is loaded from another
 * build's classes too, so callers use it by types of the JDK only.
 */
public final class StrictNumbers implements Supplier<Map<String, LongSupplier>>, AutoCloseable {

  private final Mintmark mint;
  private final String scope;

  /**
   * Opens a store.
   *
   * @param url where it is
   * @param scope the start of the generators' names, which no other build uses there
   */
  public StrictNumbers(String url, String scope) {
    this.mint = Mintmark.open(url);
    this.scope = scope;
  }

  @Override
  public Map<String, LongSupplier> get() {
    Map<String, LongSupplier> all = new LinkedHashMap<>();
    all.put(
        "Mintmark strict sequence", mint.sequence(scope + "-sequence", s -> s.strict(true))::next);
    // An interface on both sides of a comparison, where keys were a class before.
    Generator keys = mint.keys(scope + "-key", k -> k.format("{time:yyMMddHHmmss}{seq:6}"));
    all.put(
        "Mintmark strict key, of a second",
        () -> Long.parseLong(keys.nextTextBatch(1).get(0)));
    Generator daily = mint.keys(scope + "-daily", k -> k.format("{time:yyMMdd}{seq:9}"));
    all.put(
        "Mintmark strict key, of a day",
        () -> Long.parseLong(daily.nextTextBatch(1).get(0)));
    return all;
  }

  @Override
  public void close() {
    mint.close();
  }
}
