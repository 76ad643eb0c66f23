package io.mintmark.spring.boot;

/** The URL of a Mintmark server in a container. */
final class MintmarkServerUrl {

  /** The name of the server's image, and the connection name of a service or container. */
  static final String CONNECTION_NAME = "mintmark";

  /** The port of the HTTP interface in the container. The Dockerfile of the image exposes it. */
  static final int PORT = 7600;

  private MintmarkServerUrl() {}

  static String of(String host, int port) {
    return "mintmark://" + host + ":" + port;
  }
}
