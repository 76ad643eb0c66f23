package io.mintmark.snowflake;

import java.time.Instant;

/** The fields of a Snowflake id: its time, worker and number. */
public final class SnowflakeId {

  private final long id;
  private final Instant time;
  private final long worker;
  private final long number;

  SnowflakeId(long id, Instant time, long worker, long number) {
    this.id = id;
    this.time = time;
    this.worker = worker;
    this.number = number;
  }

  /** {@return the id; an unsigned id of 2^63 or more is returned as a negative number} */
  public long id() {
    return id;
  }

  /** {@return the start of the id's tick} */
  public Instant time() {
    return time;
  }

  /** {@return the worker number in the id} */
  public long worker() {
    return worker;
  }

  /** {@return the number of the id within its tick} */
  public long number() {
    return number;
  }

  @Override
  public String toString() {
    return "SnowflakeId[id=" + id + ", time=" + time + ", worker=" + worker + ", number=" + number
        + "]";
  }
}
