package io.mintmark.bson;

import com.mongodb.MongoClientSettings;
import org.bson.codecs.configuration.CodecRegistries;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.mongodb.core.convert.MongoCustomConversions;

/**
 * Adds the codec to Spring Boot's client, and the converters to Spring Data. An application that
 * publishes its own {@code MongoCustomConversions} must add {@link ObjectIdConverters#all} to them
 * itself.
 */
@AutoConfiguration(
    beforeName = {
      "org.springframework.boot.autoconfigure.data.mongo.MongoDataAutoConfiguration",
      "org.springframework.boot.data.mongodb.autoconfigure.DataMongoAutoConfiguration"
    })
public final class MintmarkBsonAutoConfiguration {

  /** Called by Spring. */
  MintmarkBsonAutoConfiguration() {}

  /** Configures the blocking and the reactive client, which share a settings bean. */
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "com.mongodb.MongoClientSettings")
  static class ClientConfiguration {

    @Bean
    static BeanPostProcessor mintmarkObjectIdCodec() {
      return new BeanPostProcessor() {
        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
          return bean instanceof MongoClientSettings settings ? withCodec(settings) : bean;
        }
      };
    }

    private static MongoClientSettings withCodec(MongoClientSettings settings) {
      return MongoClientSettings.builder(settings)
          .codecRegistry(CodecRegistries.fromRegistries(
              CodecRegistries.fromProviders(new ObjectIdCodecProvider()),
              settings.getCodecRegistry()))
          .build();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "org.springframework.data.mongodb.core.convert.MongoCustomConversions")
  static class DataConfiguration {

    @Bean
    @ConditionalOnMissingBean
    MongoCustomConversions mongoCustomConversions() {
      return new MongoCustomConversions(ObjectIdConverters.all());
    }
  }
}
