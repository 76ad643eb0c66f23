package io.mintmark.mapper;

import java.lang.reflect.Member;
import java.util.EnumSet;
import java.util.Objects;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.AnnotationBasedGenerator;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.generator.GeneratorCreationContext;
import org.hibernate.service.Service;
import org.jspecify.annotations.Nullable;

/**
 * Makes ids in Hibernate for a property with {@link MintmarkId}. Hibernate finds this class with
 * the annotation, and makes an instance for each such property. The artifact {@code
 * mintmark-hibernate} must be present too: it contributes the {@link Source}, and makes an instance
 * for each id of an annotated class.
 *
 * <p>This class is next to the annotation because the annotation names it. Without Hibernate, the
 * JVM ignores that part of the annotation and never loads this class.
 */
public final class MintmarkIdGenerator
    implements BeforeExecutionGenerator, AnnotationBasedGenerator<MintmarkId> {

  private static final long serialVersionUID = 1L;

  /**
   * Makes the ids of the property; null before {@link #initialize}. Transient, because Hibernate
   * never serializes the contents of a session factory.
   */
  private transient @Nullable Ids ids;

  /** Called by Hibernate, which then calls {@link #initialize}. */
  public MintmarkIdGenerator() {}

  /** A session factory's service that finds the ids of each annotated property. */
  public interface Source extends Service {

    /**
     * Finds the ids of a property, as {@link #initialize} does.
     *
     * @param annotation names the generator
     * @param member the field or the getter of the id
     * @param context Hibernate's information about the entity
     * @return the ids, which fit the property
     */
    Ids find(MintmarkId annotation, Member member, GeneratorCreationContext context);
  }

  /** The ids of one property. Thread-safe. */
  @FunctionalInterface
  public interface Ids {

    /**
     * Returns the id that is already set, or makes one.
     *
     * @param session the session that inserts the entity
     * @param entity the entity
     * @param set the property's value
     * @return the id to insert
     * @throws io.mintmark.error.MintmarkException if no id could be made
     */
    Object idFor(SharedSessionContractImplementor session, Object entity, @Nullable Object set);
  }

  /**
   * Finds the generator that the annotation names, and checks that the generator fits the property.
   *
   * @param annotation names the generator
   * @param member the field or the getter of the id
   * @param context Hibernate's information about the entity
   * @throws io.mintmark.error.ConfigurationException if there is no such generator, or the
   *     generator does not fit; the message names the annotation, the entity and the property
   * @throws io.mintmark.error.StoreUnavailableException if the store must be opened and does not
   *     reply
   */
  @Override
  public void initialize(MintmarkId annotation, Member member, GeneratorCreationContext context) {
    ids =
        context.getServiceRegistry().requireService(Source.class).find(annotation, member, context);
  }

  /**
   * Returns the id that is already set, or makes one.
   *
   * @throws io.mintmark.error.MintmarkException if no id could be made; nothing is inserted
   */
  @Override
  public Object generate(
      SharedSessionContractImplementor session,
      Object entity,
      @Nullable Object set,
      EventType event) {
    return Objects.requireNonNull(ids, "initialize must be called first")
        .idFor(session, entity, set);
  }

  /** Returns {@code INSERT} alone, because an id never changes. */
  @Override
  public EnumSet<EventType> getEventTypes() {
    return EnumSet.of(EventType.INSERT);
  }

  /** Returns true, because an id that is already set is kept. */
  @Override
  public boolean allowAssignedIdentifiers() {
    return true;
  }
}
