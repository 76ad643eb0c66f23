/** Settings as named texts, and the configuration file in YAML that contains them. */
module io.mintmark.config {
  requires transitive io.mintmark;
  requires static org.jspecify;
  requires org.snakeyaml.engine.v2;

  exports io.mintmark.config;
  exports io.mintmark.inspect;
}
