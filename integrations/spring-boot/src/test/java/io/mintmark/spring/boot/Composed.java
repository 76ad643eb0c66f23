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

/** Tells Spring Boot's Docker Compose support of services, as there is no Docker here. */
final class Composed {

  private Composed() {}

  /** A service as Docker Compose support hands it on, each of its ports led to one of this host. */
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

  /** An application in whose {@code compose.yaml} there is a service, which is started already. */
  static ApplicationContextRunner of(ApplicationContextRunner application, RunningService service) {
    return application.withInitializer(context -> ready(context, List.of(service)));
  }

  /** Tells Spring Boot's own listener, which only the package of its event can do. */
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
