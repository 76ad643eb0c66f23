package io.mintmark.simulation;

import io.mintmark.store.engine.Write;
import java.util.OptionalLong;

/** Hears of all that the processes of a world ask of an engine, when the engine does it. */
interface EngineWatch {

  /** Hears nothing. */
  EngineWatch NONE = new EngineWatch() {
    @Override
    public void asked(Call call) {
      // Nobody counts.
    }

    @Override
    public void wrote(Write write, OptionalLong next) {
      // Nobody counts.
    }
  };

  /** What a request is. */
  enum Call {
    /** Where a line stands, or several do. */
    POSITION,
    /** Some lines by their names. */
    LINES,
    /** The engine's clock. */
    NOW,
    /** Since when the engine forgets nothing, and its clock. */
    LIFE,
    /** One write or more. */
    WRITE
  }

  /** A request has come. */
  void asked(Call call);

  /**
   * A write of a request was done, or was refused.
   *
   * @param next where the line stands now; empty if the write was refused
   */
  void wrote(Write write, OptionalLong next);
}
