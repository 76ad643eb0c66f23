package io.mintmark.store.file;

/** Where a line stands: in the file, and with the calls of the batch under way. */
final class Position {

  final String line;
  long committed;
  long next;

  Position(String line, long committed) {
    this.line = line;
    this.committed = committed;
    this.next = committed;
  }
}
