/** JSON as servers and their clients speak it. */
module io.mintmark.json {
  requires static org.jspecify;
  requires com.fasterxml.jackson.core;

  exports io.mintmark.json;
}
