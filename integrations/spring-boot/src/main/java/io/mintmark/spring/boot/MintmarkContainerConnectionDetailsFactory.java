package io.mintmark.spring.boot;

import org.springframework.boot.testcontainers.service.connection.ContainerConnectionDetailsFactory;
import org.springframework.boot.testcontainers.service.connection.ContainerConnectionSource;
import org.testcontainers.containers.Container;

/**
 * Uses a Mintmark server that Testcontainers has started as the store: a container with
 * {@code @ServiceConnection("mintmark")}. For databases, Redis and MongoDB, Spring Boot has its own
 * connection details.
 */
final class MintmarkContainerConnectionDetailsFactory
    extends ContainerConnectionDetailsFactory<Container<?>, MintmarkConnectionDetails> {

  MintmarkContainerConnectionDetailsFactory() {
    super(MintmarkServerUrl.CONNECTION_NAME);
  }

  @Override
  protected MintmarkConnectionDetails getContainerConnectionDetails(
      ContainerConnectionSource<Container<?>> source) {
    return new ContainerDetails(source);
  }

  /** Reads the address when the store is opened, which is after the container's start. */
  private static final class ContainerDetails extends ContainerConnectionDetails<Container<?>>
      implements MintmarkConnectionDetails {

    ContainerDetails(ContainerConnectionSource<Container<?>> source) {
      super(source);
    }

    @Override
    public String store() {
      Container<?> server = getContainer();
      return MintmarkServerUrl.of(server.getHost(), server.getMappedPort(MintmarkServerUrl.PORT));
    }
  }
}
