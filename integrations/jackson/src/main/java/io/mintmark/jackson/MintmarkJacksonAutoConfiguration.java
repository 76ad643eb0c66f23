package io.mintmark.jackson;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Publishes the module of each Jackson that is there. Spring Boot gives it to the mapper that it
 * makes: Boot 3.5 to Jackson 2's, Boot 4 to Jackson 3's, and to Jackson 2's where the application
 * has that.
 */
@AutoConfiguration
@EnableConfigurationProperties(MintmarkJacksonProperties.class)
public final class MintmarkJacksonAutoConfiguration {

  /** For Spring. */
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
