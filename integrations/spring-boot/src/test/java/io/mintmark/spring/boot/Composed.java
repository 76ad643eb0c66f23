package io.mintmark.spring.boot;

import java.lang.reflect.Constructor;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.docker.compose.core.ConnectionPorts;
import org.springframework.boot.docker.compose.core.ImageReference;
import org.springframework.boot.docker.compose.core.RunningService;
import org.springframework.boot.docker.compose.lifecycle.DockerComposeServicesReadyEvent;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.FailureHandler;

/**
 * Simulates services of Docker Compose for Spring Boot's support, because the tests run without
 * Docker.
 */
final class Composed {

  private Composed() {}

  /** A running service. All its ports are mapped to one port of this host. */
  record Service(
      String name,
      ImageReference image,
      int port,
      Map<String, String> env,
      Map<String, String> labels)
      implements RunningService {

    @Override
    public String host() {
      return "127.0.0.1";
    }

    @Override
    public ConnectionPorts ports() {
      return new ConnectionPorts() {
        @Override
        public int get(int containerPort) {
          return port;
        }

        @Override
        public List<Integer> getAll() {
          return List.of(port);
        }

        @Override
        public List<Integer> getAll(@Nullable String protocol) {
          return getAll();
        }
      };
    }
  }

  static Service service(String image, int port, Map<String, String> env) {
    return new Service(image, ImageReference.of(image), port, env, Map.of());
  }

  /** Returns an application whose {@code compose.yaml} has a service that is already running. */
  static ApplicationContextRunner of(ApplicationContextRunner application, RunningService service) {
    return application.withInitializer(context -> ready(context, List.of(service)));
  }

  /**
   * Publishes the event for Spring Boot's listener. The constructor of the event is
   * package-private.
   */
  @SuppressWarnings({"rawtypes", "unchecked"})
  private static void ready(ApplicationContext context, List<RunningService> services) {
    try {
      Constructor<DockerComposeServicesReadyEvent> event =
          DockerComposeServicesReadyEvent.class.getDeclaredConstructor(
              ApplicationContext.class, List.class);
      event.setAccessible(true);
      List<ApplicationListener> listeners = SpringFactoriesLoader.forDefaultResourceLocation()
          .load(ApplicationListener.class, FailureHandler.throwing());
      ApplicationListener listener = listeners.stream()
          .filter(each -> each.getClass().getSimpleName().contains("ComposeServiceConnections"))
          .findFirst()
          .orElseThrow();
      listener.onApplicationEvent(event.newInstance(context, services));
    } catch (ReflectiveOperationException e) {
      throw new LinkageError("Docker Compose support has changed", e);
    }
  }
}
