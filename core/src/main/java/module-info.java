/**
 * Primary keys for distributed systems: the ids are made inside the process. They are unique
 * because the process first claims the positions that it makes them from, on a line (a durable
 * counter that only grows) in a store. Depends only on the JDK.
 */
@SuppressWarnings("module") // names modules that are built after this one
module io.mintmark {
  requires static org.jspecify;

  exports io.mintmark;
  exports io.mintmark.error;
  exports io.mintmark.generator;
  exports io.mintmark.key;
  exports io.mintmark.objectid;
  exports io.mintmark.opaque;
  exports io.mintmark.prefix;
  exports io.mintmark.sequence;
  exports io.mintmark.settings;
  exports io.mintmark.snowflake;
  exports io.mintmark.store;
  exports io.mintmark.uuid;
  exports io.mintmark.internal.access to
      io.mintmark.config,
      io.mintmark.service,
      mintmark.testkit;
  exports io.mintmark.internal.key to
      io.mintmark.config,
      io.mintmark.service,
      mintmark.cli;
  exports io.mintmark.internal.kind to
      io.mintmark.config;
  exports io.mintmark.internal.line to
      io.mintmark.config,
      io.mintmark.service,
      io.mintmark.store.file,
      mintmark.cli,
      mintmark.server;
  exports io.mintmark.internal.store to
      io.mintmark.config,
      io.mintmark.service,
      io.mintmark.store.engine,
      io.mintmark.store.etcd,
      io.mintmark.store.file,
      io.mintmark.store.jdbc,
      io.mintmark.store.mongodb,
      io.mintmark.store.redis,
      io.mintmark.store.remote,
      io.mintmark.store.zookeeper,
      mintmark.cli,
      mintmark.server,
      mintmark.spring.boot.starter,
      mintmark.testkit;
  exports io.mintmark.internal.text to
      io.mintmark.config,
      io.mintmark.service,
      io.mintmark.store.engine,
      io.mintmark.store.redis;
  exports io.mintmark.internal.time to
      io.mintmark.service,
      io.mintmark.store.engine,
      io.mintmark.store.file,
      io.mintmark.store.redis,
      mintmark.cli,
      mintmark.micrometer,
      mintmark.server,
      mintmark.testkit;

  uses io.mintmark.store.ClaimStoreProvider;
  uses io.mintmark.internal.store.PublishedCounterReader;
}
