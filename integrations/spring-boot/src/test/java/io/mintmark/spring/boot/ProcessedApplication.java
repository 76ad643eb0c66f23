package io.mintmark.spring.boot;

import io.mintmark.key.KeyGenerator;
import io.mintmark.snowflake.SnowflakeGenerator;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.springframework.aot.AotDetector;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringApplicationAotProcessor;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An application whose beans are made by code that Spring Boot generates at build time. */
final class ProcessedApplication {

  private ProcessedApplication() {}

  /** Injects generators like an application. */
  record Billing(SnowflakeGenerator users, KeyGenerator invoices) {}

  @Configuration(proxyBeanMethods = false)
  @ImportAutoConfiguration({
    MintmarkMetricsAutoConfiguration.class,
    MintmarkAutoConfiguration.class,
    MintmarkEndpointAutoConfiguration.class
  })
  static class Shop {

    @Bean
    Billing billing(SnowflakeGenerator users, @Qualifier("invoices") KeyGenerator invoices) {
      return new Billing(users, invoices);
    }
  }

  /** Starts the application and makes ids. */
  public static void main(String[] settings) {
    try (ConfigurableApplicationContext context = SpringApplication.run(Shop.class, settings)) {
      Billing billing = context.getBean(Billing.class);
      System.out.println("ready: processed=" + AotDetector.useGeneratedArtifacts() + ", user="
          + billing.users().next() + ", invoice=" + billing.invoices().next());
    }
  }

  /** Generates the code, like the goal {@code process-aot} of Boot's Maven plugin. */
  static final class Build {

    public static void main(String[] arguments) throws Exception {
      Path output = Path.of(arguments[0]);
      List<String> all = new ArrayList<>(List.of(ProcessedApplication.class.getName()));
      Stream.of("sources", "classes", "classes")
          .map(output::resolve)
          .forEach(folder -> all.add(folder.toString()));
      all.addAll(List.of("io.mintmark", "processed"));
      all.addAll(Arrays.asList(arguments).subList(1, arguments.length));
      SpringApplicationAotProcessor.main(all.toArray(String[]::new));
      System.out.println("compiled: " + compile(output));
    }

    private static int compile(Path output) throws IOException {
      try (Stream<Path> files = Files.walk(output.resolve("sources"))) {
        List<String> options = new ArrayList<>(List.of(
            "-proc:none",
            "-nowarn",
            "-d",
            output.resolve("classes").toString(),
            "-cp",
            output.resolve("classes") + ":" + System.getProperty("java.class.path")));
        files.map(Path::toString).filter(file -> file.endsWith(".java")).forEach(options::add);
        return ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, options.toArray(String[]::new));
      }
    }
  }
}
