package io.mintmark.spring.data;

import io.mintmark.Mintmark;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.data.jdbc.core.mapping.AggregateReference;
import org.springframework.data.jdbc.core.mapping.JdbcMappingContext;
import org.springframework.data.relational.core.mapping.event.BeforeConvertCallback;

/**
 * Fills missing ids with {@link GeneratedId} before Spring Data JDBC saves an aggregate. A bean of
 * this type is all that it takes; Spring Boot has it by itself.
 */
public final class JdbcIdCallback
    implements BeforeConvertCallback<Object>, SmartInitializingSingleton {

  private final MissingIds ids;

  /**
   * Fills ids of all entities of a mapping context.
   *
   * @param mint has the generators that the annotations name; stays the caller's to close
   * @param mappings knows the entities
   */
  public JdbcIdCallback(Mintmark mint, JdbcMappingContext mappings) {
    ids = new MissingIds(
        mint,
        mappings,
        property -> property.isAssociation() || !property.isEntity(),
        JdbcIdCallback::idOf);
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
  public Object onBeforeConvert(Object entity) {
    return ids.fill(entity);
  }

  private static Object idOf(Object value) {
    Object id = value instanceof AggregateReference<?, ?> reference ? reference.getId() : null;
    return id == null ? value : id;
  }
}
