package io.mintmark.spring.data;

import io.mintmark.Mintmark;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.jdbc.core.mapping.JdbcMappingContext;
import org.springframework.data.mongodb.core.mapping.MongoMappingContext;
import org.springframework.data.r2dbc.mapping.R2dbcMappingContext;

/**
 * Makes the callback for each Spring Data store that the application uses. Spring Boot 3 and 4 have
 * different names for the auto-configurations that make the mapping contexts.
 */
@AutoConfiguration(
    afterName = {
      "io.mintmark.spring.boot.MintmarkAutoConfiguration",
      "org.springframework.boot.autoconfigure.data.jdbc.JdbcRepositoriesAutoConfiguration",
      "org.springframework.boot.autoconfigure.data.mongo.MongoDataAutoConfiguration",
      "org.springframework.boot.autoconfigure.data.mongo.MongoReactiveDataAutoConfiguration",
      "org.springframework.boot.autoconfigure.data.r2dbc.R2dbcDataAutoConfiguration",
      "org.springframework.boot.data.jdbc.autoconfigure.DataJdbcRepositoriesAutoConfiguration",
      "org.springframework.boot.data.mongodb.autoconfigure.DataMongoAutoConfiguration",
      "org.springframework.boot.data.mongodb.autoconfigure.DataMongoReactiveAutoConfiguration",
      "org.springframework.boot.data.r2dbc.autoconfigure.DataR2dbcAutoConfiguration"
    })
@ConditionalOnBean(Mintmark.class)
final class MintmarkDataAutoConfiguration {

  private static final String MONGO = "org.springframework.data.mongodb.core.";

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = {MONGO + "MongoTemplate", "com.mongodb.client.MongoClient"})
  @ConditionalOnBean(type = MONGO + "mapping.MongoMappingContext")
  static class Mongo {

    @Bean
    @ConditionalOnMissingBean
    MongoIdCallback mintmarkMongoIds(Mintmark mint, MongoMappingContext mappings) {
      return new MongoIdCallback(mint, mappings);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(
      name = {MONGO + "ReactiveMongoTemplate", "com.mongodb.reactivestreams.client.MongoClient"})
  @ConditionalOnBean(type = MONGO + "mapping.MongoMappingContext")
  static class ReactiveMongo {

    @Bean
    @ConditionalOnMissingBean
    ReactiveMongoIdCallback mintmarkReactiveMongoIds(Mintmark mint, MongoMappingContext mappings) {
      return new ReactiveMongoIdCallback(mint, mappings);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "org.springframework.data.jdbc.core.mapping.JdbcMappingContext")
  @ConditionalOnBean(type = "org.springframework.data.jdbc.core.mapping.JdbcMappingContext")
  static class Jdbc {

    @Bean
    @ConditionalOnMissingBean
    JdbcIdCallback mintmarkJdbcIds(Mintmark mint, JdbcMappingContext mappings) {
      return new JdbcIdCallback(mint, mappings);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "org.springframework.data.r2dbc.mapping.R2dbcMappingContext")
  @ConditionalOnBean(type = "org.springframework.data.r2dbc.mapping.R2dbcMappingContext")
  static class R2dbc {

    @Bean
    @ConditionalOnMissingBean
    R2dbcIdCallback mintmarkR2dbcIds(Mintmark mint, R2dbcMappingContext mappings) {
      return new R2dbcIdCallback(mint, mappings);
    }
  }
}
