/** Moving: takes the lines of one store to another while they are used. */
module io.mintmark.moving {
  requires transitive io.mintmark;
  requires static org.jspecify;

  exports io.mintmark.moving;
}
