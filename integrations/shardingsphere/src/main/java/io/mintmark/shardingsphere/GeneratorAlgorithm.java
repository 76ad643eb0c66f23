package io.mintmark.shardingsphere;

import io.mintmark.Mintmark;
import io.mintmark.config.SettingReader;
import io.mintmark.generator.Generator;
import java.util.Collection;
import java.util.Objects;
import java.util.Properties;
import org.apache.shardingsphere.infra.algorithm.core.context.AlgorithmSQLContext;
import org.apache.shardingsphere.infra.algorithm.keygen.core.KeyGenerateAlgorithm;
import org.jspecify.annotations.Nullable;

/**
 * Makes keys with a generator. The subclasses differ in how their properties choose the generator.
 */
abstract sealed class GeneratorAlgorithm implements KeyGenerateAlgorithm
    permits MintmarkKeyGenerateAlgorithm,
        ObjectIdKeyGenerateAlgorithm,
        ReadableKeyGenerateAlgorithm,
        SnowflakeKeyGenerateAlgorithm,
        UuidKeyGenerateAlgorithm {

  /**
   * The store for generators that never claim: ObjectIds, UUIDs, and the generators used only for
   * routing.
   */
  static final String NO_STORE = "memory:";

  private static final String STORE = "store";

  private final String type;
  private @Nullable RowKeys keys;

  GeneratorAlgorithm(String type) {
    this.type = type;
  }

  @Override
  public final String getType() {
    return type;
  }

  @Override
  public final void init(Properties properties) {
    keys = open(ChosenGenerator.reader(properties));
  }

  abstract RowKeys open(SettingReader reader);

  /**
   * Opens a generator of the configuration file. The property {@code store} takes precedence over
   * the file's store.
   */
  final RowKeys openOfFile(SettingReader reader) {
    boolean elsewhere = reader.has(STORE);
    String given = reader.read(STORE, url -> url).orElse("");
    ChosenGenerator chosen = ChosenGenerator.ofFile(type, reader);
    if (!elsewhere && chosen.store().isEmpty()) {
      reader.fault(STORE, "no store is given, here or in the configuration file");
      reader.check(type);
    }
    return open(chosen, elsewhere ? given : chosen.store().orElseThrow());
  }

  /** Opens a generator that claims from a store, with the properties as its settings. */
  final RowKeys openOfProperties(String kind, SettingReader reader) {
    String store = ChosenGenerator.need(
        reader, STORE, "no store is given, for example jdbc:postgresql://host/database");
    String name = ChosenGenerator.need(reader, "name", "no name on the store is given");
    return open(ChosenGenerator.ofProperties(type, kind, name, reader), store);
  }

  /** Opens a generator that claims nothing. */
  final RowKeys openWithoutStore(String kind, SettingReader reader) {
    return open(ChosenGenerator.ofProperties(type, kind, kind, reader), NO_STORE);
  }

  private static RowKeys open(ChosenGenerator chosen, String store) {
    Mintmark mint = MintmarkStores.open(store);
    Generator generator = chosen.opening().apply(mint);
    return new RowKeys(generator, !chosen.shards().isEmpty());
  }

  @Override
  public final Collection<? extends Comparable<?>> generateKeys(
      AlgorithmSQLContext rows, int count) {
    return Objects.requireNonNull(keys, "init must be called first").next(rows, count);
  }
}
