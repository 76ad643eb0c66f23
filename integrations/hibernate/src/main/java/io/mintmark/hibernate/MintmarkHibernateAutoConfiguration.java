package io.mintmark.hibernate;

import io.mintmark.Mintmark;
import jakarta.persistence.EntityManagerFactory;
import org.springframework.boot.autoconfigure.AbstractDependsOnBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/**
 * Makes Spring Boot create the Mintmark before every entity manager factory, and close it after all
 * of them. This also holds if Hibernate starts in the background.
 */
@AutoConfiguration(afterName = "io.mintmark.spring.boot.MintmarkAutoConfiguration")
@ConditionalOnClass(name = "jakarta.persistence.EntityManagerFactory")
@ConditionalOnBean(Mintmark.class)
final class MintmarkHibernateAutoConfiguration {

  @Bean
  static FactoriesAfterMintmark mintmarkEntityManagerFactories() {
    return new FactoriesAfterMintmark();
  }

  static final class FactoriesAfterMintmark extends AbstractDependsOnBeanFactoryPostProcessor {

    FactoriesAfterMintmark() {
      super(EntityManagerFactory.class, Mintmark.class);
    }
  }
}
