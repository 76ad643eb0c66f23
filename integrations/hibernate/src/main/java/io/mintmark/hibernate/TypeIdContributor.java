package io.mintmark.hibernate;

import org.hibernate.boot.model.TypeContributions;
import org.hibernate.boot.model.TypeContributor;
import org.hibernate.service.ServiceRegistry;

/** Lets entities have properties of the type TypeId. Found by Hibernate. */
public final class TypeIdContributor implements TypeContributor {

  /** Made by Hibernate. */
  public TypeIdContributor() {}

  @Override
  public void contribute(TypeContributions types, ServiceRegistry services) {
    types.contributeJavaType(new TypeIdJavaType());
  }
}
