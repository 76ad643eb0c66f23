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

/** What Hibernate calls for an id with {@link MintmarkId}. Made by Hibernate, one a property. */
public final class MintmarkIdGenerator
    implements BeforeExecutionGenerator, AnnotationBasedGenerator<MintmarkId> {

  private static final long serialVersionUID = 1L;

  /** None before {@link #initialize}; a session factory is never written out with what it has. */
  private transient @Nullable EntityIds ids;

  /** Made by Hibernate, which initializes it then. */
  public MintmarkIdGenerator() {}

  /**
   * Finds the generator that the annotation names, and checks that it fits the property.
   *
   * @param annotation names it
   * @param member the field or the getter that has the annotation
   * @param context what Hibernate knows of the entity
   * @throws io.mintmark.error.ConfigurationException if there is none, or it does not fit; the
   *     message names the annotation, the entity and the property
   * @throws io.mintmark.error.StoreUnavailableException if the store has to be opened, and does not
   *     answer
   */
  @Override
  public void initialize(MintmarkId annotation, Member member, GeneratorCreationContext context) {
    IdProperty property = IdProperty.of(annotation, member, context);
    GeneratorSource source = context.getServiceRegistry().requireService(GeneratorSource.class);
    ids = new EntityIds(property, source.find(property));
  }

  /**
   * Returns the id that is set, or makes one.
   *
   * @throws io.mintmark.error.MintmarkException if none could be made; nothing is inserted
   */
  @Override
  public Object generate(
      SharedSessionContractImplementor session,
      Object entity,
      @Nullable Object set,
      EventType event) {
    EntityIds made = Objects.requireNonNull(ids, "initialize comes first");
    return set == null || made.isMissing(set) ? made.next(session, entity) : set;
  }

  /** Returns inserts alone: an id never changes. */
  @Override
  public EnumSet<EventType> getEventTypes() {
    return EnumSet.of(EventType.INSERT);
  }

  /** Returns true: an id that is set already is kept. */
  @Override
  public boolean allowAssignedIdentifiers() {
    return true;
  }
}
