/**
 * Generators by name, their health and descriptions: the common part of server and command line.
 * For Mintmark's own modules alone.
 */
@SuppressWarnings("module") // names modules that are built after this one
module io.mintmark.service {
  requires transitive io.mintmark.config;
  requires static org.jspecify;
  requires com.fasterxml.jackson.core;

  exports io.mintmark.json to
      mintmark.cli,
      mintmark.server;
  exports io.mintmark.moving to
      mintmark.cli;
  exports io.mintmark.service to
      mintmark.cli,
      mintmark.micrometer,
      mintmark.server,
      mintmark.spring.boot.starter;
}
