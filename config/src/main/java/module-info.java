/** The configuration file in YAML: which store, which generators. */
module io.mintmark.config.file {
  requires transitive io.mintmark;
  requires static org.jspecify;
  requires org.snakeyaml.engine.v2;

  exports io.mintmark.config.file;
}
