package io.mintmark.hibernate;

import org.hibernate.boot.model.TypeContributions;
import org.hibernate.boot.model.TypeContributor;
import org.hibernate.service.ServiceRegistry;

/**
 * Makes TypeId a property type of entities. Hibernate finds this class with {@link
 * java.util.ServiceLoader}.
 */
public final class TypeIdContributor implements TypeContributor {

  /** Called by Hibernate. */
  public TypeIdContributor() {}

  @Override
  public void contribute(TypeContributions types, ServiceRegistry services) {
    types.contributeJavaType(new TypeIdJavaType());
  }
}
