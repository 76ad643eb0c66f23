package io.mintmark.store.engine;

import java.util.List;

/** An engine of a test, which only writes. */
@FunctionalInterface
interface BatchEngine {

  /** Makes writes, as {@link StoreEngine#write} does. */
  void execute(List<Write> writes) throws Exception;
}
