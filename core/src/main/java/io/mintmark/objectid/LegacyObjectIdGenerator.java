package io.mintmark.objectid;

import io.mintmark.error.MintmarkException;
import io.mintmark.generator.Generator;
import io.mintmark.generator.ValueGenerator;
import io.mintmark.internal.line.Context;
import java.nio.ByteBuffer;

/**
 * Makes ObjectIds in the layouts before 2018, for applications that still need them. The machine
 * fields are given, or computed as the early Java driver did.
 *
 * <p>Scope: ids of one generator never repeat. Two generators with the same machine fields, in one
 * process or in two, may make the same ids. Computed machine fields are not stable, because they
 * hash the network interfaces, which change. That is why {@link ObjectIdGenerator} is the default.
 * Order: by second, then by count until it wraps. When the clock steps back, the second freezes and
 * the count continues. Blocking: where a second's counts are used up, a call waits for the next
 * second. Thread-safe.
 *
 * <p>Snapshots of the process, as CRaC and {@link io.mintmark.Mintmark#beforeSnapshot} take them:
 * callers wait until the restore. Each restored copy begins in a later second, from its own random
 * count. Computed machine fields are computed again, with random bits for the process. Given
 * machine fields are the same in every copy, so the ids of two copies differ there only by their
 * random counts, and can be equal.
 */
public interface LegacyObjectIdGenerator extends ValueGenerator<ObjectId> {

  /**
   * Makes ids of 4 bytes of seconds, 4 of machine and 4 of inc as the early Java driver did. The
   * machine is computed from this host's network interfaces and this process.
   *
   * @param name the generator's name
   * @return a generator on the system's clock
   */
  static LegacyObjectIdGenerator ofDriver(String name) {
    return MachineObjectIds.ofDriver(
        name, DriverMachine.find(), DriverMachine::findInCopy, Context.local());
  }

  /**
   * Makes ids of 4 bytes of seconds, 4 of machine and 4 of inc.
   *
   * @param name the generator's name
   * @param machine the machine, all 32 bits
   * @return a generator on the system's clock
   */
  static LegacyObjectIdGenerator ofDriver(String name, int machine) {
    return MachineObjectIds.ofDriver(name, machine, () -> machine, Context.local());
  }

  /**
   * Makes ids of 4 bytes of seconds, 3 of machine, 2 of process and 3 of counter.
   *
   * @param name the generator's name
   * @param machine the machine, 24 bits
   * @param process the process, 16 bits
   * @return a generator on the system's clock
   * @throws IllegalArgumentException if a field does not fit its bits
   */
  static LegacyObjectIdGenerator ofFields(String name, int machine, int process) {
    return MachineObjectIds.ofFields(name, machine, process, Context.local());
  }

  /**
   * Makes a batch of ids as {@link #nextBatch(int)} does, as bytes in the caller's array.
   *
   * @param ids filled completely, in the order in which ids are made, with {@value ObjectId#BYTES}
   *     bytes for each; after a failure its contents are undefined
   * @throws IllegalArgumentException if it does not hold 1 to {@value Generator#MAX_BATCH}
   *     whole ids; no id is issued
   * @throws MintmarkException as {@link #nextBatch(int)} does
   */
  void fill(byte[] ids);

  /**
   * Makes a batch of ids as {@link #nextBatch(int)} does, as bytes in the caller's buffer.
   *
   * @param ids filled from its position to its limit, in the order in which ids are made, with
   *     {@value ObjectId#BYTES} bytes for each, big-endian with any byte order of the buffer. Then
   *     its position is at its limit. After a failure its position is unchanged, and the bytes are
   *     undefined
   * @throws IllegalArgumentException if it does not have room for 1 to {@value Generator#MAX_BATCH}
   *     whole ids; no id is issued
   * @throws java.nio.ReadOnlyBufferException if it cannot be written; no id is issued
   * @throws MintmarkException as {@link #nextBatch(int)} does
   */
  void fill(ByteBuffer ids);
}
