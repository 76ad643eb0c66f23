/** The parts that all adapters to engines share. For Mintmark's own modules alone. */
@SuppressWarnings("module") // names modules that are built after this one
module io.mintmark.store.engine {
  requires transitive io.mintmark;
  requires static org.jspecify;

  exports io.mintmark.store.engine to
      io.mintmark.store.etcd,
      io.mintmark.store.file,
      io.mintmark.store.jdbc,
      io.mintmark.store.mongodb,
      io.mintmark.store.redis,
      io.mintmark.store.remote,
      io.mintmark.store.zookeeper,
      mintmark.cli,
      mintmark.server;
}
