/**
 * Reads settings from named texts and from the YAML configuration file. Applications may use only
 * the annotation for mappers; the other packages are exported only to Mintmark's own modules.
 * Modules without a descriptor have the names that Java derives from their jars.
 */
@SuppressWarnings("module") // names modules that are built after this one
module io.mintmark.config {
  requires transitive io.mintmark;
  requires static org.hibernate.orm.core;
  requires static org.jspecify;
  requires org.snakeyaml.engine.v2;

  exports io.mintmark.config to
      io.mintmark.service,
      mintmark.cli,
      mintmark.hibernate,
      mintmark.micrometer,
      mintmark.mybatis,
      mintmark.server,
      mintmark.shardingsphere,
      mintmark.spring.boot.starter,
      mintmark.spring.data;
  exports io.mintmark.inspect to
      io.mintmark.service,
      mintmark.cli,
      mintmark.server;
  exports io.mintmark.mapper;
}
