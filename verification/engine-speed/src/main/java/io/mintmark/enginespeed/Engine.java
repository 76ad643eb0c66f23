package io.mintmark.enginespeed;

import java.util.List;

/** An engine that runs for this, keeping what it acknowledges, and what a user would ask of it. */
interface Engine extends AutoCloseable {

  /** Its name and version, and those of its driver. */
  String version() throws Exception;

  /** Where Mintmark's store on it is. */
  String url();

  /** The plain statements that give a new number. */
  List<Contender> plain();

  @Override
  void close();
}
