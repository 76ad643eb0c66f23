package io.mintmark.mybatis;

import com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator;
import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import java.util.Optional;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * Publishes the identifier generator that MyBatis-Plus' starter uses. It is made from the {@link
 * Mintmark} and the {@link Config} that Mintmark's starter publishes. If the application has its
 * own {@code IdentifierGenerator} bean, that bean is used instead.
 */
@AutoConfiguration(
    afterName = "io.mintmark.spring.boot.MintmarkAutoConfiguration",
    beforeName = {
      "com.baomidou.mybatisplus.autoconfigure.IdentifierGeneratorAutoConfiguration",
      "com.baomidou.mybatisplus.autoconfigure.MybatisPlusAutoConfiguration"
    })
@ConditionalOnClass(name = "com.baomidou.mybatisplus.core.incrementer.IdentifierGenerator")
@ConditionalOnBean(type = {"io.mintmark.Mintmark", "io.mintmark.config.Config"})
@EnableConfigurationProperties(MintmarkMybatisPlusProperties.class)
public final class MintmarkMybatisPlusAutoConfiguration {

  /** Called by Spring. */
  MintmarkMybatisPlusAutoConfiguration() {}

  @Bean
  @ConditionalOnMissingBean(IdentifierGenerator.class)
  MintmarkIdentifierGenerator mintmarkIdentifierGenerator(
      Mintmark mint, Config config, MintmarkMybatisPlusProperties properties) {
    return MintmarkIdentifierGenerator.of(
        mint, config, Optional.ofNullable(properties.otherTables()));
  }
}
