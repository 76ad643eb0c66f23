/** Ids that show no order and no time, by a secret key. */
module io.mintmark.opaque {
  requires transitive io.mintmark;
  requires static org.jspecify;

  exports io.mintmark.opaque;
}
