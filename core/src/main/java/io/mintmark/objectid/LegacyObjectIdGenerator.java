package io.mintmark.objectid;

import io.mintmark.error.MintmarkException;
import io.mintmark.generator.Generator;
import io.mintmark.generator.ValueGenerator;
import io.mintmark.internal.line.Context;
import java.nio.ByteBuffer;

/**
 * Makes ObjectIds of the layouts before 2018, for applications that still need them. The machine
 * fields are given, or found as the early Java driver found them.
 *
 * <p>Scope: ids of one generator never repeat; two generators with the same machine fields, in one
 * process or in two, may make the same ids, and machine fields that are found are not stable: they
 * hash the network interfaces, which come and go. That is why {@link ObjectIdGenerator} is the
 * default. Order: by second, then by count until it wraps. A clock that steps back freezes the
 * second, and the count goes on. Blocking: where a second's counts are used up, a call waits for
 * the next second. Thread-safe.
 *
 * <p>Snapshots of the process, as CRaC and {@link io.mintmark.Mintmark#beforeSnapshot} take them:
 * callers wait until the restore. Each restored copy begins in a later second, from a random count
 * of its own; machine fields that were found are found again, with random bits for the process.
 * Machine fields that were given are the same in every copy, so there the ids of two copies differ
 * by their random counts only, and can meet.
 */
public interface LegacyObjectIdGenerator extends ValueGenerator<ObjectId> {

  /**
   * Makes ids of 4 bytes of seconds, 4 of machine and 4 of inc as the early Java driver did, with
   * the machine found from this host's network interfaces and this process.
   *
   * @param name what to call it
   * @return MachineObjectIds.a generator on the system's clock
   */
  static LegacyObjectIdGenerator ofDriver(String name) {
    return MachineObjectIds.ofDriver(
        name, DriverMachine.find(), DriverMachine::findInCopy, Context.local());
  }

  /**
   * Makes ids of 4 bytes of seconds, 4 of machine and 4 of inc.
   *
   * @param name what to call it
   * @param machine the machine, all 32 bits
   * @return MachineObjectIds.a generator on the system's clock
   */
  static LegacyObjectIdGenerator ofDriver(String name, int machine) {
    return MachineObjectIds.ofDriver(name, machine, () -> machine, Context.local());
  }

  /**
   * Makes ids of 4 bytes of seconds, 3 of machine, 2 of process and 3 of counter.
   *
   * @param name what to call it
   * @param machine the machine, 24 bits
   * @param process the process, 16 bits
   * @return MachineObjectIds.a generator on the system's clock
   * @throws IllegalArgumentException if a field does not fit its bits
   */
  static LegacyObjectIdGenerator ofFields(String name, int machine, int process) {
    return MachineObjectIds.ofFields(name, machine, process, Context.local());
  }

  /**
   * Makes a batch of ids as {@link #nextBatch(int)} does, as bytes in the caller's array.
   *
   * @param ids is filled as a whole, in the order in which ids are made, with {@value
   *     ObjectId#BYTES} bytes for each. After a failure its contents are of no use
   * @throws IllegalArgumentException if it is not for 1 to {@value Generator#MAX_BATCH} whole ids;
   *     none is issued
   * @throws MintmarkException as {@link #nextBatch(int)} does
   */
  void fill(byte[] ids);

  /**
   * Makes a batch of ids as {@link #nextBatch(int)} does, as bytes in the caller's buffer.
   *
   * @param ids is filled from its position to its limit, in the order in which ids are made, with
   *     {@value ObjectId#BYTES} bytes for each, big-endian whatever its order is. Then its position
   *     is at its limit; after a failure it is where it was, and the bytes are of no use
   * @throws IllegalArgumentException if there is not room for 1 to {@value Generator#MAX_BATCH}
   *     whole ids; none is issued
   * @throws java.nio.ReadOnlyBufferException if it cannot be written; none is issued
   * @throws MintmarkException as {@link #nextBatch(int)} does
   */
  void fill(ByteBuffer ids);
}
