package io.mintmark.store.engine;

import java.util.function.LongSupplier;

/** The calls that tests make on a group commit, as {@link EngineStore} makes them. */
record Commits(GroupCommit all) {

  Commits(OpenSettings settings, BatchEngine engine, int maxLines, Runnable release) {
    this(new GroupCommit(settings, new BatchStore.Writer(engine, maxLines), release));
  }

  long claim(String line, long atLeast, long count) {
    return all.submit(new Write.Claim(line, atLeast, count));
  }

  LongSupplier begin(String line, long atLeast, long count) {
    return all.begin(new Write.Claim(line, atLeast, count));
  }

  boolean compareAndSet(String line, long expected, long next) {
    return all.submit(new Write.CompareAndSet(line, expected, next, "")) == 1;
  }

  void annotate(String line, String note) {
    all.submit(new Write.Note(line, note));
  }

  void push(Write call) {
    all.push(call);
  }

  int waiting() {
    return all.waiting();
  }

  void close() {
    all.close();
  }
}
