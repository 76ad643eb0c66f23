/**
 * Generators by name, their health and descriptions: the common part of server and command line.
 */
module io.mintmark.service {
  requires transitive io.mintmark.config;
  requires static org.jspecify;
  requires com.fasterxml.jackson.core;

  exports io.mintmark.json;
  exports io.mintmark.moving;
  exports io.mintmark.service;
}
