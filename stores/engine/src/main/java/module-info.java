/** The parts that all adapters to engines share. */
module io.mintmark.store.engine {
  requires transitive io.mintmark;
  requires static org.jspecify;

  exports io.mintmark.store.engine;
}
