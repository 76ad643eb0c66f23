package io.mintmark.spring.data;

import io.mintmark.Mintmark;
import java.util.function.UnaryOperator;
import org.reactivestreams.Publisher;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.data.r2dbc.mapping.R2dbcMappingContext;
import org.springframework.data.r2dbc.mapping.event.BeforeConvertCallback;
import org.springframework.data.relational.core.sql.SqlIdentifier;

/**
 * Fills missing ids with {@link GeneratedId} before Spring Data R2DBC saves a row, and never
 * blocks. A bean of this type is all that it takes; Spring Boot has it by itself.
 */
public final class R2dbcIdCallback
    implements BeforeConvertCallback<Object>, SmartInitializingSingleton {

  private final MissingIds ids;

  /**
   * Fills ids of all entities of a mapping context.
   *
   * @param mint has the generators that the annotations name; stays the caller's to close
   * @param mappings knows the entities
   */
  public R2dbcIdCallback(Mintmark mint, R2dbcMappingContext mappings) {
    // Its entities hold no other; those of JDBC, which its context also knows, may refer to one.
    ids = new MissingIds(mint, mappings, property -> true, UnaryOperator.identity());
  }

  /**
   * Checks the annotations of the entities that are known at start.
   *
   * @throws io.mintmark.error.ConfigurationException if a generator is missing or does not fit
   */
  @Override
  public void afterSingletonsInstantiated() {
    ids.check();
  }

  @Override
  public Publisher<Object> onBeforeConvert(Object entity, SqlIdentifier table) {
    return ids.fillLater(entity);
  }
}
