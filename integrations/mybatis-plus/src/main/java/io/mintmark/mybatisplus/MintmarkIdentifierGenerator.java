package io.mintmark.mybatisplus;

import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import com.baomidou.mybatisplus.core.metadata.TableInfo;
import com.baomidou.mybatisplus.core.metadata.TableInfoHelper;
import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.generator.Generator;
import io.mintmark.generator.LongGenerator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Gives MyBatis-Plus the ids of its entities: {@code IdType.ASSIGN_ID} takes numbers, {@code
 * IdType.ASSIGN_UUID} takes text. The entity's table says which generator makes them, see {@link
 * #of}. Thread-safe; scope, order, blocking and failure are those of the generator.
 *
 * <p>MyBatis-Plus asks for each entity that is inserted and has no id, never for {@code
 * IdType.INPUT} or {@code AUTO}, nor for inserts that are written by hand with other parameters.
 */
public final class MintmarkIdentifierGenerator implements IdentifierGenerator {

  private final GeneratorsByTable generators;

  /** For as long as the application's classes live, which this belongs to. */
  private final Map<Class<?>, EntityIds> byEntity = new ConcurrentHashMap<>();

  private MintmarkIdentifierGenerator(GeneratorsByTable generators) {
    this.generators = generators;
  }

  /**
   * Makes one of a configuration. A generator is for the table that its setting {@code table}
   * names, and if it has {@code column} too, only for entities whose key is that column. Letter
   * case and quotes do not matter, and a table without a schema is that table in any schema.
   *
   * @param mint what hands the generators out; stays the caller's to close, and closes them
   * @param config which generators there are, and their tables
   * @param others the name of the generator for all other tables; without it their inserts fail
   * @return what MyBatis-Plus' {@code GlobalConfig} or Spring takes
   * @throws ConfigurationException if two generators have one table, if there is no generator of
   *     the name, or if some cannot be opened
   * @throws io.mintmark.error.StoreUnavailableException if the store is out of reach
   */
  public static MintmarkIdentifierGenerator of(
      Mintmark mint, Config config, Optional<String> others) {
    return new MintmarkIdentifierGenerator(GeneratorsByTable.of(config, config.open(mint), others));
  }

  /**
   * Makes the id of an entity with {@code IdType.ASSIGN_ID}.
   *
   * @param entity what is to be inserted; none, as {@code IdWorker.getId()} has it, asks for the
   *     generator of all other tables
   * @return a number never returned before
   * @throws ConfigurationException if no generator has the table, if its ids are text, or if the
   *     property's type cannot hold the id; such an id is burned
   * @throws MintmarkException as the generator's own {@code next} does; none is issued
   */
  @Override
  public Number nextId(@Nullable Object entity) {
    if (entity != null) {
      return idsOf(entity).nextNumber();
    }
    Generator generator = generators.ofNoTable();
    if (generator instanceof LongGenerator numbers) {
      return numbers.next();
    }
    throw new ConfigurationException(
        "MyBatis-Plus",
        Message.of(
            "a number is asked for, and the ids of the generator for all other tables are text:"
                + " generator={}, kind={}; no id issued",
            generator.name(),
            generator.kind()));
  }

  /**
   * Makes the id of an entity with {@code IdType.ASSIGN_UUID}: any generator's, in its usual text.
   *
   * @param entity what is to be inserted; none asks for the generator of all other tables
   * @return a text never returned before
   * @throws ConfigurationException if no generator has the table, or its keys need a {@link
   *     RouteId} that the entity does not have
   * @throws IllegalArgumentException if the entity's route id is null, or is none; none is issued
   * @throws MintmarkException as the generator's own {@code next} does; none is issued
   */
  @Override
  public String nextUUID(@Nullable Object entity) {
    return entity == null
        ? generators.ofNoTable().nextTextBatch(1).get(0)
        : idsOf(entity).nextText(entity);
  }

  private EntityIds idsOf(Object entity) {
    Class<?> type = entity.getClass();
    EntityIds known = byEntity.get(type);
    return known != null ? known : byEntity.computeIfAbsent(type, this::read);
  }

  private EntityIds read(Class<?> type) {
    TableInfo table = TableInfoHelper.getTableInfo(type);
    if (table == null) {
      throw new ConfigurationException(
          "entity " + type.getName(), "MyBatis-Plus knows no table of it; no id issued");
    }
    return new EntityIds(table, generators.of(table));
  }
}
