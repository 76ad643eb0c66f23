package io.mintmark.spring.boot;

import org.springframework.boot.docker.compose.core.RunningService;
import org.springframework.boot.docker.compose.service.connection.DockerComposeConnectionDetailsFactory;
import org.springframework.boot.docker.compose.service.connection.DockerComposeConnectionSource;

/**
 * Uses the Mintmark server among the services of {@code compose.yaml} as the store: the one whose
 * image is {@code mintmark}, or whose label {@code org.springframework.boot.service-connection}
 * says so. Databases, Redis and MongoDB come by the connection details that Spring Boot has for
 * them.
 */
final class MintmarkDockerComposeConnectionDetailsFactory
    extends DockerComposeConnectionDetailsFactory<MintmarkConnectionDetails> {

  /** What a token or TLS takes, as a URL has it: {@code token-file=dev.token&tls=true}. */
  private static final String PARAMETERS = "io.mintmark.parameters";

  MintmarkDockerComposeConnectionDetailsFactory() {
    super(MintmarkServerUrl.CONNECTION_NAME);
  }

  @Override
  protected MintmarkConnectionDetails getDockerComposeConnectionDetails(
      DockerComposeConnectionSource source) {
    return new ServiceDetails(source.getRunningService());
  }

  /** Knows in which file the service is, for messages. */
  private static final class ServiceDetails extends DockerComposeConnectionDetails
      implements MintmarkConnectionDetails {

    private final String store;

    ServiceDetails(RunningService service) {
      super(service);
      String url =
          MintmarkServerUrl.of(service.host(), service.ports().get(MintmarkServerUrl.PORT));
      String parameters = service.labels().getOrDefault(PARAMETERS, "");
      this.store = parameters.isEmpty() ? url : url + "?" + parameters;
    }

    @Override
    public String store() {
      return store;
    }
  }
}
