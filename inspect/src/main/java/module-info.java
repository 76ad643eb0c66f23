/** What an id is: every reading that fits a text or a number. */
module io.mintmark.inspect {
  requires transitive io.mintmark;
  requires static org.jspecify;

  exports io.mintmark.inspect;
}
