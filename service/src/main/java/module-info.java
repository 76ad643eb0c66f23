/** Generators by name, and all that is told of them: what server and command line share. */
module io.mintmark.service {
  requires transitive io.mintmark.config;
  requires transitive io.mintmark.json;
  requires static org.jspecify;

  exports io.mintmark.moving;
  exports io.mintmark.service;
}
