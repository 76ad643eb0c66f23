package io.mintmark.spring.data;

import io.mintmark.Mintmark;
import io.mintmark.mapper.MintmarkId;
import java.util.function.UnaryOperator;
import org.reactivestreams.Publisher;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.data.r2dbc.mapping.R2dbcMappingContext;
import org.springframework.data.r2dbc.mapping.event.BeforeConvertCallback;
import org.springframework.data.relational.core.sql.SqlIdentifier;

/**
 * Fills the missing ids of properties with {@link MintmarkId} before Spring Data R2DBC saves a
 * row, without blocking. A bean of this type suffices. Spring Boot makes it automatically.
 */
public final class R2dbcIdCallback
    implements BeforeConvertCallback<Object>, SmartInitializingSingleton {

  private final MissingIds ids;

  /**
   * Makes a callback for all entities of a mapping context.
   *
   * @param mint makes the generators that the annotations name; the caller closes it
   * @param mappings the mappings of the entities
   */
  public R2dbcIdCallback(Mintmark mint, R2dbcMappingContext mappings) {
    // Every property is accepted as a route id, because R2DBC entities contain no other entities. A
    // check would also refuse JDBC entities, which the context contains too, and which may refer to
    // other entities.
    ids = new MissingIds(mint, mappings, property -> true, UnaryOperator.identity());
  }

  /**
   * Checks the annotations of the entities that are known at the start.
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
