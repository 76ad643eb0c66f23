package io.mintmark.hibernate;

import io.mintmark.error.ConfigurationException;
import io.mintmark.mapper.MintmarkId;
import io.mintmark.mapper.MintmarkIdGenerator;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Member;
import org.hibernate.boot.ResourceStreamLocator;
import org.hibernate.boot.spi.AdditionalMappingContributions;
import org.hibernate.boot.spi.AdditionalMappingContributor;
import org.hibernate.boot.spi.InFlightMetadataCollector;
import org.hibernate.boot.spi.MetadataBuildingContext;
import org.hibernate.mapping.Component;
import org.hibernate.mapping.GeneratorCreator;
import org.hibernate.mapping.PersistentClass;
import org.hibernate.mapping.Property;
import org.hibernate.mapping.SimpleValue;
import org.jspecify.annotations.Nullable;

/**
 * Gives the id of each class with {@link MintmarkId} its generator. Hibernate itself reads the
 * annotation only on the id, or, since version 7, on the class that declares an id with
 * {@code @GeneratedValue}. Hibernate finds this class with {@link java.util.ServiceLoader}, and
 * calls it after it has mapped the classes and before it makes the generators.
 */
public final class AnnotatedTypes implements AdditionalMappingContributor {

  /** Called by Hibernate. */
  public AnnotatedTypes() {}

  /**
   * Sets the generators of the ids.
   *
   * @throws ConfigurationException if the id of an annotated class consists of several parts, or is
   *     the id of a superclass that is an entity too
   */
  @Override
  public void contribute(
      AdditionalMappingContributions contributions,
      InFlightMetadataCollector metadata,
      ResourceStreamLocator resources,
      MetadataBuildingContext context) {
    for (PersistentClass entity : metadata.getEntityBindingMap().values()) {
      Class<?> annotated =
          entity.hasPojoRepresentation() ? annotated(entity.getMappedClass()) : null;
      if (annotated != null) {
        setGenerator(entity, annotated);
      }
    }
  }

  /** Returns the class, or else the nearest superclass, with the annotation. */
  private static @Nullable Class<?> annotated(@Nullable Class<?> entity) {
    Class<?> type = entity;
    while (type != null && !type.isAnnotationPresent(MintmarkId.class)) {
      type = type.getSuperclass();
    }
    return type;
  }

  private static void setGenerator(PersistentClass entity, Class<?> annotated) {
    MintmarkId annotation = annotated.getAnnotation(MintmarkId.class);
    String place = "@MintmarkId(\"" + annotation.value() + "\") on " + annotated.getName();
    Class<?> root = entity.getRootClass().getMappedClass();
    if (!annotated.isAssignableFrom(root)) {
      throw new ConfigurationException(
          place, "the id belongs to the entity " + root.getName() + ": put the annotation there");
    }
    Property id = entity.getIdentifierProperty();
    if (id == null || id.getValue() instanceof Component) {
      throw new ConfigurationException(
          place, "the id consists of several parts: put the annotation on the generated part");
    }
    Member member = id.getGetter(root).getMember();
    if (member instanceof AnnotatedElement element
        && element.isAnnotationPresent(MintmarkId.class)) {
      return;
    }
    setGenerator((SimpleValue) id.getValue(), context -> {
      MintmarkIdGenerator generator = new MintmarkIdGenerator();
      generator.initialize(annotation, member, context);
      return generator;
    });
  }

  /** The method's parameter has one type in Hibernate 6.6, and another one in Hibernate 7. */
  @SuppressWarnings("deprecation")
  private static void setGenerator(SimpleValue id, GeneratorCreator creator) {
    try {
      SimpleValue.class
          .getMethod("setCustomIdGeneratorCreator", GeneratorCreator.class)
          .invoke(id, creator);
    } catch (NoSuchMethodException e) {
      id.setCustomIdGeneratorCreator(creator::createGenerator);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
