package io.mintmark.store.file;

/** The position of a line: in the file, and after the calls of the batch under way. */
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
