package io.mintmark.spring.boot;

/** The URL of a Mintmark server in a container. */
final class MintmarkServerUrl {

  /** The name of the server's image, and what a service or a container is said to be. */
  static final String CONNECTION_NAME = "mintmark";

  /** Of the HTTP interface within the container, as the image's Dockerfile has it. */
  static final int PORT = 7600;

  private MintmarkServerUrl() {}

  static String of(String host, int port) {
    return "mintmark://" + host + ":" + port;
  }
}
