package io.mintmark.spring.boot;

import org.springframework.boot.docker.compose.core.RunningService;
import org.springframework.boot.docker.compose.service.connection.DockerComposeConnectionDetailsFactory;
import org.springframework.boot.docker.compose.service.connection.DockerComposeConnectionSource;

/**
 * Uses the Mintmark server among the services of {@code compose.yaml} as the store: the service
 * with the image {@code mintmark}, or with the label {@code
 * org.springframework.boot.service-connection=mintmark}. For databases, Redis and MongoDB, Spring
 * Boot has its own connection details.
 */
final class MintmarkDockerComposeConnectionDetailsFactory
    extends DockerComposeConnectionDetailsFactory<MintmarkConnectionDetails> {

  /**
   * The label with the URL parameters for a token or TLS: {@code token-file=dev.token&tls=true}.
   */
  private static final String PARAMETERS = "io.mintmark.parameters";

  MintmarkDockerComposeConnectionDetailsFactory() {
    super(MintmarkServerUrl.CONNECTION_NAME);
  }

  @Override
  protected MintmarkConnectionDetails getDockerComposeConnectionDetails(
      DockerComposeConnectionSource source) {
    return new ServiceDetails(source.getRunningService());
  }

  /** Keeps the path of the compose file, for messages. */
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
