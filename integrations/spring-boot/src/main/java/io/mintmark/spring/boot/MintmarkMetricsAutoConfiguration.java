package io.mintmark.spring.boot;

import io.mintmark.micrometer.MintmarkMetrics;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Makes the meters of the generators. Spring Boot binds them to every registry of the application.
 */
@AutoConfiguration(before = MintmarkAutoConfiguration.class)
@ConditionalOnClass(name = "io.micrometer.core.instrument.binder.MeterBinder")
class MintmarkMetricsAutoConfiguration {

  @Bean
  @ConditionalOnMissingBean
  MintmarkMetrics mintmarkMetrics() {
    return new MintmarkMetrics();
  }
}
