package io.mintmark.jooq;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import org.jooq.Configuration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Adds the listener to jOOQ's configuration. The listener is made from the {@link Mintmark} and the
 * {@link Config} that Mintmark's starter publishes. If the application has its own {@link
 * MintmarkRecordListener} bean, that bean is used instead.
 */
@AutoConfiguration(afterName = "io.mintmark.spring.boot.MintmarkAutoConfiguration")
@ConditionalOnClass(name = "org.jooq.RecordListener")
@ConditionalOnBean(type = {"io.mintmark.Mintmark", "io.mintmark.config.Config"})
public final class MintmarkJooqAutoConfiguration {

  /** Called by Spring. */
  MintmarkJooqAutoConfiguration() {}

  @Bean
  @ConditionalOnMissingBean
  MintmarkRecordListener mintmarkRecordListener(Mintmark mint, Config config) {
    return MintmarkRecordListener.of(mint, config);
  }

  /** Changes the configuration itself, because both major versions of Boot publish it. */
  @Bean
  static BeanPostProcessor mintmarkJooqConfiguration(
      ObjectProvider<MintmarkRecordListener> listener) {
    return new BeanPostProcessor() {
      @Override
      public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof Configuration configuration) {
          listener.ifAvailable(configuration::setAppending);
        }
        return bean;
      }
    };
  }
}
