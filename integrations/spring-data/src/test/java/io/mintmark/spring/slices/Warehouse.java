package io.mintmark.spring.slices;

import io.mintmark.Mintmark;
import io.mintmark.snowflake.SnowflakeGenerator;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;

/** The application that Spring Boot finds for each slice test. */
@SpringBootConfiguration
@EnableAutoConfiguration
class Warehouse {

  @Bean
  Mintmark mintmark() {
    Mintmark mint = Mintmark.open("memory:");
    SnowflakeGenerator unused = mint.snowflake("item");
    return mint;
  }
}
