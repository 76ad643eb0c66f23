/**
 * Generators by name, their health and descriptions: the common part of server and command line.
 */
module io.mintmark.service {
  requires transitive io.mintmark.config;
  requires transitive io.mintmark.json;
  requires static org.jspecify;

  exports io.mintmark.moving;
  exports io.mintmark.service;
}
