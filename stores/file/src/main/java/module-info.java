/** The embedded store: lines in one SQLite file, for one process at a time. */
@SuppressWarnings("module") // names modules that are built after this one
module io.mintmark.store.file {
  requires transitive io.mintmark.store.engine;
  requires static org.jspecify;
  requires java.logging;
  requires java.sql;
  requires org.xerial.sqlitejdbc;

  exports io.mintmark.store.file;
  exports io.mintmark.store.file.internal to
      mintmark.cli,
      mintmark.server;

  provides io.mintmark.store.ClaimStoreProvider with
      io.mintmark.store.file.FileStoreProvider;
}
