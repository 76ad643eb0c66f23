/**
 * Generators by name, with their health and descriptions: the common part of the server and the
 * command line. Exported only to Mintmark's own modules.
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
