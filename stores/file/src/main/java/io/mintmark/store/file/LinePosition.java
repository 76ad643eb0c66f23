package io.mintmark.store.file;

/**
 * Two positions of a line: the position in the file, and the position after the writes of the
 * present batch.
 */
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
