package io.mintmark.mybatis;

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
 * Makes the ids of MyBatis-Plus entities: {@code IdType.ASSIGN_ID} for numbers,
 * {@code IdType.ASSIGN_UUID} for text. The entity's table selects the generator, see {@link #of}.
 * Thread-safe. The documentation of each type of generator describes among which ids an id is
 * unique, how ids are ordered, and when calls wait or fail.
 *
 * <p>MyBatis-Plus calls this class for each inserted entity without an id. It does not call this
 * class for {@code IdType.INPUT} or {@code AUTO}, or for a hand-written insert whose parameter is
 * not the entity.
 */
public final class MintmarkIdentifierGenerator implements IdentifierGenerator {

  private final GeneratorsByTable generators;

  /**
   * The ids by entity class. The keys need not be weak, because this object is unloaded together
   * with the application's classes.
   */
  private final Map<Class<?>, EntityIds> byEntity = new ConcurrentHashMap<>();

  private MintmarkIdentifierGenerator(GeneratorsByTable generators) {
    this.generators = generators;
  }

  /**
   * Makes an identifier generator from a configuration. A generator serves the table in its setting
   * {@code table}. A generator that also has the setting {@code column} serves only entities whose
   * key is that column. Letter case and quotes do not matter. A table without a schema means that
   * table in any schema.
   *
   * @param mint makes the generators, and closes them; the caller closes it
   * @param config the generators and their tables
   * @param others the name of the generator for all other tables; without this name, inserts into
   *     those tables fail
   * @return the identifier generator for Spring or for MyBatis-Plus' {@code GlobalConfig}
   * @throws ConfigurationException if two generators have the same table, if no generator has the
   *     name {@code others}, or if a generator cannot be opened
   * @throws io.mintmark.error.StoreUnavailableException if the store cannot be reached
   */
  public static MintmarkIdentifierGenerator of(
      Mintmark mint, Config config, Optional<String> others) {
    return new MintmarkIdentifierGenerator(GeneratorsByTable.of(config, config.open(mint), others));
  }

  /**
   * Makes the id of an entity with {@code IdType.ASSIGN_ID}.
   *
   * @param entity the entity to insert; null, as from {@code IdWorker.getId()}, selects the
   *     generator for all other tables
   * @return a number never returned before
   * @throws ConfigurationException if no generator serves the table, if the generator's ids are
   *     text, or if the property's type cannot hold the id, which is then never used
   * @throws MintmarkException as the generator's own {@code next} does; no id is issued
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
            "a number is requested, and the ids of the generator for all other tables are text:"
                + " generator={}, kind={}; no id issued",
            generator.name(),
            generator.kind()));
  }

  /**
   * Makes the id of an entity with {@code IdType.ASSIGN_UUID}: the usual text of an id from any
   * kind of generator.
   *
   * @param entity the entity to insert; null selects the generator for all other tables
   * @return a text never returned before
   * @throws ConfigurationException if no generator serves the table, or the generator's keys need a
   *     {@link RouteId} that the entity does not have
   * @throws IllegalArgumentException if the entity's route id is null or invalid; no id is issued
   * @throws MintmarkException as the generator's own {@code next} does; no id is issued
   */
  @Override
  public String nextUUID(@Nullable Object entity) {
    return entity == null ? generators.ofNoTable().nextText() : idsOf(entity).nextText(entity);
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
