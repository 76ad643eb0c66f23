package io.mintmark.hibernate;

import java.lang.reflect.Member;
import java.util.EnumSet;
import java.util.Objects;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.AnnotationBasedGenerator;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.generator.GeneratorCreationContext;
import org.jspecify.annotations.Nullable;

/**
 * Makes ids for a property with {@link MintmarkId}. Hibernate makes an instance for each such
 * property.
 */
public final class MintmarkIdGenerator
    implements BeforeExecutionGenerator, AnnotationBasedGenerator<MintmarkId> {

  private static final long serialVersionUID = 1L;

  /**
   * Makes the ids of the property; null before {@link #initialize}. Transient, because Hibernate
   * never serializes the contents of a session factory.
   */
  private transient @Nullable EntityIds ids;

  /** Called by Hibernate, which then calls {@link #initialize}. */
  public MintmarkIdGenerator() {}

  /**
   * Finds the generator that the annotation names, and checks that the generator fits the property.
   *
   * @param annotation names the generator
   * @param member the field or the getter with the annotation
   * @param context Hibernate's information about the entity
   * @throws io.mintmark.error.ConfigurationException if there is no such generator, or the
   *     generator does not fit; the message names the annotation, the entity and the property
   * @throws io.mintmark.error.StoreUnavailableException if the store must be opened and does not
   *     reply
   */
  @Override
  public void initialize(MintmarkId annotation, Member member, GeneratorCreationContext context) {
    IdProperty property = IdProperty.of(annotation, member, context);
    GeneratorSource source = context.getServiceRegistry().requireService(GeneratorSource.class);
    ids = new EntityIds(property, source.find(property));
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
    EntityIds made = Objects.requireNonNull(ids, "initialize must be called first");
    return set == null || made.isMissing(set) ? made.next(session, entity) : set;
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
