package io.mintmark.spring.boot;

import io.mintmark.error.Message;
import io.mintmark.generator.Generator;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.InjectionPoint;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.UnsatisfiedDependencyException;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Lists the configured generators if an injected generator is not configured, or has another type.
 * Runs before Spring's own analysis, which knows only beans.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class MissingGeneratorFailureAnalyzer
    extends AbstractFailureAnalyzer<NoSuchBeanDefinitionException> {

  private final BeanFactory beans;

  MissingGeneratorFailureAnalyzer(BeanFactory beans) {
    this.beans = beans;
  }

  @Override
  protected @Nullable FailureAnalysis analyze(
      Throwable failure, NoSuchBeanDefinitionException missing) {
    Class<?> type =
        missing.getResolvableType() == null ? null : missing.getResolvableType().resolve();
    if (type == null || !Generator.class.isAssignableFrom(type)) {
      return null;
    }
    Optional<InjectionPoint> point = Optional.ofNullable(
            findCause(failure, UnsatisfiedDependencyException.class))
        .map(UnsatisfiedDependencyException::getInjectionPoint);
    String wanted = point
        .flatMap(MissingGeneratorFailureAnalyzer::qualifier)
        .map(name -> "@Qualifier(\"" + name + "\") " + type.getSimpleName())
        .orElse(type.getSimpleName());
    String many = missing.getNumberOfBeansFound() > 1
        ? "several configured generators fit here, and none is chosen"
        : "no configured generator fits here";
    return new FailureAnalysis(
        Message.of(
            "{}: wanted={}, at={}, configured={}",
            many,
            wanted,
            point.map(InjectionPoint::getMember).map(String::valueOf).orElse("unknown"),
            configured()),
        "Choose one of the configured generators with @Qualifier(\"NAME\"), or configure the one"
            + " that"
            + " you want under \"mintmark.generators\".",
        missing);
  }

  private static Optional<String> qualifier(InjectionPoint point) {
    return Optional.ofNullable(point.getAnnotation(Qualifier.class)).map(Qualifier::value);
  }

  /** Returns the names of the generators' beans with their types. These names can be qualifiers. */
  private String configured() {
    return beans instanceof ListableBeanFactory all
        ? Arrays.toString(Stream.of(all.getBeanNamesForType(Generator.class, false, false))
            .map(name -> name + " (" + simpleName(all, name) + ")")
            .toArray())
        : "unknown";
  }

  private static String simpleName(ListableBeanFactory beans, String name) {
    Class<?> type = beans.getType(name, false);
    return type == null ? "unknown" : type.getSimpleName();
  }
}
