package io.mintmark.spring.boot;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.service.GeneratorHealth;
import io.mintmark.service.StoreHealth;
import org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** The health indicator {@code mintmark} in Spring Boot 3. */
@AutoConfiguration(after = MintmarkAutoConfiguration.class)
@ConditionalOnClass(name = "org.springframework.boot.actuate.health.HealthIndicator")
@ConditionalOnBean(StoreHealth.class)
class Boot3HealthAutoConfiguration {

  @Bean(destroyMethod = "close")
  StoreCheck mintmarkStoreCheck(
      StoreHealth store, EndedGenerators ended, Mintmark mint, Config config) {
    return new StoreCheck(store, ended, new GeneratorHealth(mint, config));
  }

  /** Reports down, with the reason, while ids cannot be claimed. */
  @Bean
  @ConditionalOnEnabledHealthIndicator("mintmark")
  HealthIndicator mintmarkHealthIndicator(StoreCheck check, StoreHealth store) {
    return () -> check
        .problem()
        .map(reason -> Health.down(reason)
            .withDetail("since", store.downSince().map(Object::toString).orElse("now"))
            .build())
        .orElseGet(() -> Health.up().build());
  }
}
