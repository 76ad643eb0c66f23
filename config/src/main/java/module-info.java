/** Settings as texts under names, and the configuration file in YAML that has them. */
module io.mintmark.config {
  requires transitive io.mintmark;
  requires static org.jspecify;
  requires org.snakeyaml.engine.v2;

  exports io.mintmark.config;
  exports io.mintmark.inspect;
}
