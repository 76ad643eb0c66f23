package io.mintmark.jackson;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Publishes the module of each Jackson version on the class path. Spring Boot adds each module to
 * its mapper of that version. Boot 3.5 uses Jackson 2. Boot 4 uses Jackson 3, and also Jackson 2 if
 * the application includes it.
 */
@AutoConfiguration
@EnableConfigurationProperties(MintmarkJacksonProperties.class)
public final class MintmarkJacksonAutoConfiguration {

  /** Called by Spring. */
  MintmarkJacksonAutoConfiguration() {}

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "com.fasterxml.jackson.databind.ObjectMapper")
  static class Jackson2Configuration {

    @Bean
    @ConditionalOnMissingBean
    MintmarkJackson2Module mintmarkJackson2Module(MintmarkJacksonProperties properties) {
      return new MintmarkJackson2Module(properties.longIdsAsText());
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "tools.jackson.databind.ObjectMapper")
  static class Jackson3Configuration {

    @Bean
    @ConditionalOnMissingBean
    MintmarkJackson3Module mintmarkJackson3Module(MintmarkJacksonProperties properties) {
      return new MintmarkJackson3Module(properties.longIdsAsText());
    }
  }
}
