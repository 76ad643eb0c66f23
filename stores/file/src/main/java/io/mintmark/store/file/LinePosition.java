package io.mintmark.store.file;

/** A line's position: as the file holds it, and after the writes of the present batch. */
final class LinePosition {

  final String line;
  long committed;
  long next;

  LinePosition(String line, long committed) {
    this.line = line;
    this.committed = committed;
    this.next = committed;
  }
}
