package io.mintmark.spring.data;

import io.mintmark.Mintmark;
import io.mintmark.mapper.MintmarkId;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.data.jdbc.core.mapping.AggregateReference;
import org.springframework.data.jdbc.core.mapping.JdbcMappingContext;
import org.springframework.data.relational.core.mapping.event.BeforeConvertCallback;

/**
 * Fills the missing ids of properties with {@link MintmarkId} before Spring Data JDBC saves an
 * aggregate. A bean of this type suffices. Spring Boot makes it automatically.
 */
public final class JdbcIdCallback
    implements BeforeConvertCallback<Object>, SmartInitializingSingleton {

  private final MissingIds ids;

  /**
   * Makes a callback for all entities of a mapping context.
   *
   * @param mint makes the generators that the annotations name; the caller closes it
   * @param mappings the mappings of the entities
   */
  public JdbcIdCallback(Mintmark mint, JdbcMappingContext mappings) {
    ids = new MissingIds(
        mint,
        mappings,
        property -> property.isAssociation() || !property.isEntity(),
        JdbcIdCallback::idOf);
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
  public Object onBeforeConvert(Object entity) {
    return ids.fill(entity);
  }

  private static Object idOf(Object value) {
    Object id = value instanceof AggregateReference<?, ?> reference ? reference.getId() : null;
    return id == null ? value : id;
  }
}
