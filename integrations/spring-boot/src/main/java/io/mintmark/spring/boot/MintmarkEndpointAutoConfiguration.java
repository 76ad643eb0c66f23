package io.mintmark.spring.boot;

import io.mintmark.Mintmark;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** Makes the endpoint {@code /actuator/mintmark}, if the application exposes it. */
@AutoConfiguration(after = MintmarkAutoConfiguration.class)
@ConditionalOnClass(
    name = "org.springframework.boot.actuate.autoconfigure.endpoint.condition."
        + "ConditionalOnAvailableEndpoint")
@ConditionalOnBean(Mintmark.class)
class MintmarkEndpointAutoConfiguration {

  @Bean
  @ConditionalOnAvailableEndpoint(endpoint = MintmarkEndpoint.class)
  MintmarkEndpoint mintmarkEndpoint(Mintmark mintmark) {
    return new MintmarkEndpoint(mintmark);
  }
}
