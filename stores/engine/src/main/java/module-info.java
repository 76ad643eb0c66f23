/** What every adapter to an engine shares. */
module io.mintmark.store.engine {
  requires transitive io.mintmark;
  requires static org.jspecify;

  exports io.mintmark.store.engine;
}
