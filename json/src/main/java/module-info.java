/** JSON of servers and their clients. */
module io.mintmark.json {
  requires static org.jspecify;
  requires com.fasterxml.jackson.core;

  exports io.mintmark.json;
}
