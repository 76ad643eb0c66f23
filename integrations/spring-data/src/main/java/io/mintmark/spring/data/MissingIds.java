package io.mintmark.spring.data;

import io.mintmark.Mintmark;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.springframework.data.mapping.PersistentEntity;
import org.springframework.data.mapping.PersistentProperty;
import org.springframework.data.mapping.PersistentPropertyAccessor;
import org.springframework.data.mapping.context.MappingContext;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Fills the missing ids of the entities of one store. Thread-safe. */
final class MissingIds {

  private final Mintmark mint;
  private final MappingContext<?, ?> mappings;
  private final Predicate<PersistentProperty<?>> routes;
  private final UnaryOperator<Object> idOf;
  private final ConcurrentMap<PersistentEntity<?, ?>, Optional<EntityId>> known =
      new ConcurrentHashMap<>();

  /**
   * Makes an object that checks each entity class when it is first used.
   *
   * @param mint makes the generators
   * @param mappings the mappings of the entities
   * @param routes tests whether a property is a single value, so that it can be a route id; not
   *     called for collections
   * @param idOf returns the id of a reference to another entity, and any other value unchanged
   */
  MissingIds(
      Mintmark mint,
      MappingContext<?, ?> mappings,
      Predicate<PersistentProperty<?>> routes,
      UnaryOperator<Object> idOf) {
    this.mint = mint;
    this.mappings = mappings;
    this.routes = routes;
    this.idOf = idOf;
  }

  /**
   * Checks the annotations of all entities that are known so far. Other entities are checked when
   * they are first saved.
   *
   * @throws io.mintmark.error.ConfigurationException if an annotation does not fit
   */
  void check() {
    mappings.getPersistentEntities().forEach(this::id);
  }

  private Optional<EntityId> id(PersistentEntity<?, ?> entity) {
    return known.computeIfAbsent(entity, found -> EntityId.of(found, mint, routes));
  }

  /** Returns an entity with an id: the same object, or a copy if it is immutable. */
  <T> T fill(T entity) {
    PersistentEntity<?, ?> mapping = mappings.getPersistentEntity(entity.getClass());
    EntityId id = mapping == null ? null : id(mapping).orElse(null);
    if (mapping == null || id == null) {
      return entity;
    }
    PersistentPropertyAccessor<T> accessor = mapping.getPropertyAccessor(entity);
    if (id.isMissing(accessor)) {
      accessor.setProperty(id.property(), id.ids().next(id.routeId(accessor, idOf)));
    }
    return accessor.getBean();
  }

  /**
   * Returns an entity with an id, without blocking. If the id is available at once, the next
   * operators run on the caller's thread. If not, they run on a thread of the scheduler, because
   * they must not block the thread that completes the claim. That thread also serves other callers.
   */
  <T> Mono<T> fillLater(T entity) {
    PersistentEntity<?, ?> mapping = mappings.getPersistentEntity(entity.getClass());
    EntityId id = mapping == null ? null : id(mapping).orElse(null);
    if (mapping == null || id == null) {
      return Mono.just(entity);
    }
    PersistentPropertyAccessor<T> accessor = mapping.getPropertyAccessor(entity);
    if (!id.isMissing(accessor)) {
      return Mono.just(entity);
    }
    return Mono.defer(() -> {
      CompletableFuture<?> made = id.ids().nextAsync(id.routeId(accessor, idOf));
      Mono<?> value = Mono.fromFuture(made);
      return (made.isDone() ? value : value.publishOn(Schedulers.parallel())).map(next -> {
        accessor.setProperty(id.property(), next);
        return accessor.getBean();
      });
    });
  }
}
