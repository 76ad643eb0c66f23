package io.mintmark.spring.boot;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.generator.GeneratorObserver;
import io.mintmark.service.ServiceClocks;
import io.mintmark.service.StoreHealth;
import java.util.Map;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * Provides a {@link Mintmark} that makes the generators of {@code mintmark.generators}, and a bean
 * for each generator. Inactive if the application makes a Mintmark of its own.
 */
@AutoConfiguration(
    afterName = {
      "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
      "org.springframework.boot.autoconfigure.data.redis.RedisAutoConfiguration",
      "org.springframework.boot.autoconfigure.mongo.MongoAutoConfiguration",
      "org.springframework.boot.autoconfigure.data.mongo.MongoDataAutoConfiguration",
      "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
      "org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration",
      "org.springframework.boot.mongodb.autoconfigure.MongoAutoConfiguration",
      "org.springframework.boot.data.mongodb.autoconfigure.DataMongoAutoConfiguration"
    })
@ConditionalOnMissingBean(Mintmark.class)
@EnableConfigurationProperties(MintmarkProperties.class)
public class MintmarkAutoConfiguration {

  private static final String STORE = "mintmarkStore";

  /** Called by Spring. */
  public MintmarkAutoConfiguration() {}

  /** Static, because this post-processor must define beans before any bean is made. */
  @Bean
  static GeneratorBeans mintmarkGeneratorBeans(Environment environment) {
    return new GeneratorBeans(environment);
  }

  /** Reads the generators again, because the definitions of their beans keep only the names. */
  @Bean
  Config mintmarkConfig(Environment environment) {
    return ConfiguredGenerators.read(environment);
  }

  /** Makes the store, wrapped in a {@link StoreHealth} that tracks whether claims succeed. */
  @Bean(name = STORE, destroyMethod = "close")
  StoreHealth mintmarkStore(
      MintmarkProperties properties,
      Config mintmarkConfig,
      ObjectProvider<MintmarkConnectionDetails> connection,
      Environment environment,
      ConfigurableListableBeanFactory beans) {
    Optional<String> url = Optional.ofNullable(connection.getIfAvailable())
        .map(MintmarkConnectionDetails::store)
        .or(() -> Optional.ofNullable(properties.store()))
        .or(mintmarkConfig::store);
    return new StoreHealth(
        new StoreOpener(properties, environment, beans).open(url, STORE), ServiceClocks.system());
  }

  /** Collects the generators that need a person's help, for the health check. */
  @Bean
  EndedGenerators mintmarkEndedGenerators() {
    return new EndedGenerators();
  }

  /**
   * Opens all configured generators together with the Mintmark, so that the Mintmark lists each of
   * them.
   */
  @Bean(destroyMethod = "close")
  Mintmark mintmark(
      StoreHealth mintmarkStore,
      Config mintmarkConfig,
      MintmarkProperties properties,
      ObjectProvider<GeneratorObserver> observers) {
    Mintmark mint = Mintmark.builder()
        .store(mintmarkStore)
        .claimTimeout(properties.claimTimeout())
        .storeMayBeAway(true)
        .observer(new AllObservers(observers.orderedStream().toList()))
        .open();
    boolean opened = false;
    try {
      Map<String, ?> unused = mintmarkConfig.open(mint);
      opened = true;
      return mint;
    } finally {
      if (!opened) {
        mint.close();
      }
    }
  }

  @Bean
  GeneratorBeans.Lookup mintmarkGeneratorLookup(Mintmark mintmark) {
    return new GeneratorBeans.Lookup(mintmark);
  }
}
