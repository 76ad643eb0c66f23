package io.mintmark.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import io.mintmark.internal.store.Adapters;
import io.mintmark.store.ClaimStoreProvider;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/**
 * Checks the directions of dependencies: apps on stores on core, integrations on core, and never
 * back.
 */
final class DirectionsTest {

  /** For each module, a pattern of the modules that it may use. No store may use another store. */
  private static final Map<String, String> MAY_USE = Map.ofEntries(
      entry("core", ""),
      entry("config", "core"),
      entry("gapless", "core"),
      entry("service", "core|config"),
      entry("testkit", "core"),
      entry("verification/rigs", "core|testkit"),
      entry("stores/*", "core|stores/engine"),
      entry("integrations/*", "core|config"),
      entry("integrations/micrometer", "core|service"),
      entry(
          "integrations/spring-boot",
          "core|config|service|stores/(file|jdbc|redis|mongodb)|integrations/micrometer"),
      entry("apps/server", "core|config|service|stores/.+|integrations/micrometer"),
      entry("apps/cli", "core|config|service|stores/.+|apps/server"),
      entry("examples/*", "core|config|gapless|stores/.+|integrations/.+|apps/server"));

  /** Matches the classes that start a server or make a token for one. */
  private static final String STARTS_A_SERVER =
      "io\\.mintmark\\.cli\\.((Serve|Token)Command|ServeCheck|Warmup)(\\$.*)?";

  @Test
  void modules_dependOn_onlyModulesBelow() {
    classes()
        .should(follow("depend only on modules below", dependency -> {
          String from = Codebase.module(dependency.getOriginClass()).orElseThrow();
          String allowed = MAY_USE.getOrDefault(
              from, MAY_USE.get(from.replaceFirst("^(stores|integrations|examples)/.+", "$1/*")));
          return allowed != null
              && Codebase.module(dependency.getTargetClass())
                  .filter(to -> !to.equals(from) && !to.matches(allowed))
                  .isEmpty();
        }))
        .check(Codebase.CLASSES);
  }

  /**
   * Core knows no adapter. If one is missing, core derives the name of its artifact from the
   * scheme.
   */
  @Test
  void adapters_artifacts_areNamedAfterTheirSchemes() {
    Map<String, String> artifacts = new TreeMap<>();
    for (ClaimStoreProvider provider : ServiceLoader.load(ClaimStoreProvider.class)) {
      String module =
          Codebase.module(Codebase.CLASSES.get(provider.getClass().getName())).orElseThrow();
      provider
          .schemes()
          .forEach(scheme -> artifacts.put(scheme, module.replace("stores/", "mintmark-store-")));
    }
    assertThat(artifacts).hasSizeGreaterThanOrEqualTo(9);
    artifacts.forEach(
        (scheme, artifact) -> assertThat(Adapters.artifact(scheme)).isEqualTo(artifact));
  }

  @Test
  void core_dependsOn_nothingButTheJdkAndNullnessAnnotations() {
    classes()
        .that(Codebase.in("core"))
        .should(follow("depend on itself, the JDK and JSpecify's annotations", dependency -> {
          JavaClass to = dependency.getTargetClass().getBaseComponentType();
          return to.isPrimitive()
              || to.getPackageName()
                  .matches(
                      "java\\..*|javax\\.crypto.*|org\\.jspecify\\.annotations|io\\.mintmark.*");
        }))
        .check(Codebase.CLASSES);
  }

  /** Each package is one slice, even if it is in several modules. */
  @Test
  void packages_dependOnEachOther_neverInACycle() {
    slices()
        .assignedFrom(new SliceAssignment() {
          @Override
          public SliceIdentifier getIdentifierOf(JavaClass type) {
            return type.getPackageName().startsWith("io.mintmark")
                ? SliceIdentifier.of(type.getPackageName())
                : SliceIdentifier.ignore();
          }

          @Override
          public String getDescription() {
            return "packages";
          }
        })
        .should()
        .beFreeOfCycles()
        .check(Codebase.CLASSES);
  }

  @Test
  void serversProtocols_callTheService_neverEachOther() {
    String protocols = "io\\.mintmark\\.server\\.(http|resp)(\\..*)?";
    classes()
        .that()
        .haveNameMatching(protocols)
        .should(follow("not depend on the other protocol", dependency -> {
          String from = dependency.getOriginClass().getPackageName();
          String to = dependency.getTargetClass().getBaseComponentType().getPackageName();
          return to.equals(from) || !to.matches(protocols);
        }))
        .check(Codebase.CLASSES);
  }

  @Test
  void commandLine_usesOfTheServer_onlyItsStarter() {
    noClasses()
        .that(Codebase.in("apps/cli"))
        .and()
        .haveNameNotMatching(STARTS_A_SERVER)
        .should()
        .dependOnClassesThat(Codebase.in("apps/server"))
        .check(Codebase.CLASSES);
  }

  private static ArchCondition<JavaClass> follow(String description, Predicate<Dependency> rule) {
    return new ArchCondition<>(description) {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
          events.add(new SimpleConditionEvent(
              dependency, rule.test(dependency), dependency.getDescription()));
        }
      }
    };
  }
}
