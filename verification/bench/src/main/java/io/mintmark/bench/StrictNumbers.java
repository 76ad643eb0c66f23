package io.mintmark.bench;

import io.mintmark.Mintmark;
import io.mintmark.generator.Generator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A sequence, and keys, in which each number is a separate claim. When two builds are compared, the
 * class of the same name from the other build is loaded too, so callers use only types of the JDK.
 */
public final class StrictNumbers implements Supplier<Map<String, LongSupplier>>, AutoCloseable {

  private final Mintmark mint;
  private final String scope;

  /**
   * Opens a store.
   *
   * @param url the store's URL
   * @param scope the prefix of the generators' names, which no other build uses on that store
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
    // Both sides of a comparison use the interface, because keys were a class in earlier builds.
    Generator keys = mint.keys(scope + "-key", k -> k.format("{time:yyMMddHHmmss}{seq:6}"));
    all.put(
        "Mintmark strict key, of a second",
        () -> Long.parseLong(keys.nextTextBatch(1).get(0)));
    Generator daily =
        mint.keys(scope + "-daily", k -> k.format("{time:yyMMdd}{seq:9}").zone("UTC"));
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
