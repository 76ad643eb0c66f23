package io.mintmark.spring.data;

import io.mintmark.Mintmark;
import io.mintmark.mapper.MintmarkId;
import java.util.function.UnaryOperator;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;
import org.springframework.data.mongodb.core.mapping.event.BeforeConvertCallback;

/**
 * Fills the missing ids of properties with {@link MintmarkId} before Spring Data MongoDB saves a
 * document. A bean of this type suffices. Spring Boot makes it automatically.
 */
public final class MongoIdCallback
    implements BeforeConvertCallback<Object>, SmartInitializingSingleton {

  private final MissingIds ids;

  /**
   * Makes a callback for all entities of a mapping context.
   *
   * @param mint makes the generators that the annotations name; the caller closes it
   * @param mappings the mappings of the entities
   */
  public MongoIdCallback(Mintmark mint, MongoMappingContext mappings) {
    ids =
        new MissingIds(mint, mappings, property -> !property.isEntity(), UnaryOperator.identity());
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
  public Object onBeforeConvert(Object entity, String collection) {
    return ids.fill(entity);
  }
}
