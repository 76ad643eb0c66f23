package io.mintmark.mybatis;

import io.mintmark.Mintmark;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Provides the interceptor for fields with {@link io.mintmark.mapper.MintmarkId}, and the type
 * handler for TypeIDs. The starters of MyBatis and MyBatis-Plus register every bean of these two
 * kinds. A bean of the same type in the application replaces Mintmark's.
 */
@AutoConfiguration(
    afterName = "io.mintmark.spring.boot.MintmarkAutoConfiguration",
    beforeName = {
      "org.mybatis.spring.boot.autoconfigure.MybatisAutoConfiguration",
      "com.baomidou.mybatisplus.autoconfigure.MybatisPlusAutoConfiguration"
    })
@ConditionalOnClass(name = "org.apache.ibatis.plugin.Interceptor")
@ConditionalOnBean(Mintmark.class)
public final class MintmarkMybatisAutoConfiguration {

  /** Called by Spring. */
  MintmarkMybatisAutoConfiguration() {}

  @Bean
  @ConditionalOnMissingBean
  MintmarkIdInterceptor mintmarkIdInterceptor(Mintmark mint) {
    return MintmarkIdInterceptor.of(mint);
  }

  @Bean
  @ConditionalOnMissingBean
  TypeIdTypeHandler mintmarkTypeIdTypeHandler() {
    return new TypeIdTypeHandler();
  }
}
