/**
 * Primary keys for distributed systems: ids made inside the process, unique because every position
 * they are made from was claimed on a durable line first. Depends on nothing but the JDK.
 */
module io.mintmark {
  requires static org.jspecify;

  exports io.mintmark;
  exports io.mintmark.key;
  exports io.mintmark.line;
  exports io.mintmark.objectid;
  exports io.mintmark.sequence;
  exports io.mintmark.snowflake;
  exports io.mintmark.store;
  exports io.mintmark.store.disk;
  exports io.mintmark.text;
  exports io.mintmark.uuid;

  uses io.mintmark.store.ClaimStoreProvider;
  uses io.mintmark.store.PublishedCounterReader;
}
