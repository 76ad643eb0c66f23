package io.mintmark.spring.boot;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.config.GeneratorSettings;
import io.mintmark.generator.Generator;
import io.mintmark.key.KeyGenerator;
import io.mintmark.objectid.ObjectIdGenerator;
import io.mintmark.prefix.PrefixedIds;
import io.mintmark.sequence.Sequence;
import io.mintmark.snowflake.SnowflakeGenerator;
import io.mintmark.uuid.UuidGenerator;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotContribution;
import org.springframework.beans.factory.aot.BeanFactoryInitializationAotProcessor;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.core.env.Environment;

/**
 * Defines a bean for each configured generator, with its name and type. If the application has a
 * bean of that name, that bean stays, and the generator's bean is called {@code mintmark.NAME}. In
 * both cases, the qualifier is the generator's name.
 *
 * <p>This post-processor runs after everything else has defined its beans: configuration classes,
 * including other auto-configurations, and scanners such as the scanner of MyBatis. A bean that
 * they define may have the name of a generator. For example, the bean of a repository or mapper
 * {@code Users} is called {@code users}.
 */
final class GeneratorBeans
    implements BeanFactoryPostProcessor, BeanFactoryInitializationAotProcessor {

  private static final String LOOKUP = "mintmarkGeneratorLookup";

  private final Environment environment;

  GeneratorBeans(Environment environment) {
    this.environment = environment;
  }

  /** Makes the generators' beans. */
  record Lookup(Mintmark mint) {

    /** Returns a generator that was configured when the Mintmark was opened. */
    Generator get(String name) {
      return mint.generators().stream()
          .filter(generator -> generator.name().equals(name))
          .findFirst()
          .orElseThrow();
    }
  }

  @Override
  public void postProcessBeanFactory(ConfigurableListableBeanFactory factory) {
    BeanDefinitionRegistry beans = (BeanDefinitionRegistry) factory;
    Config config = ConfiguredGenerators.read(environment);
    config.generators().forEach((name, configured) -> {
      RootBeanDefinition bean = new RootBeanDefinition();
      bean.setTargetType(type(configured.settings()));
      bean.setFactoryBeanName(LOOKUP);
      bean.setFactoryMethodName("get");
      bean.getConstructorArgumentValues().addIndexedArgumentValue(0, name);
      bean.addQualifier(new AutowireCandidateQualifier(Qualifier.class, name));
      beans.registerBeanDefinition(beans.isBeanNameInUse(name) ? "mintmark." + name : name, bean);
    });
  }

  /**
   * Adds nothing. Spring excludes beans of this type from its ahead-of-time output, which already
   * contains the generators' beans.
   */
  @Override
  public @Nullable BeanFactoryInitializationAotContribution processAheadOfTime(
      ConfigurableListableBeanFactory beans) {
    return null;
  }

  private static Class<? extends Generator> type(GeneratorSettings settings) {
    if (settings.prefix().isPresent()) {
      return PrefixedIds.class;
    }
    return switch (settings.type()) {
      case "key" -> KeyGenerator.class;
      case "sequence" -> Sequence.class;
      case "snowflake" -> SnowflakeGenerator.class;
      case "uuid" -> UuidGenerator.class;
      default -> ObjectIdGenerator.class;
    };
  }
}
