/** Ids that show no order, by a secret key. */
module io.mintmark.opaque {
  requires transitive io.mintmark;
  requires static org.jspecify;

  exports io.mintmark.opaque;
}
