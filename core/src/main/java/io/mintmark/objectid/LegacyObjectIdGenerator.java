package io.mintmark.objectid;

import io.mintmark.error.MintmarkException;
import io.mintmark.generator.Generator;
import io.mintmark.generator.ValueGenerator;
import io.mintmark.internal.line.Context;
import java.nio.ByteBuffer;

/**
 * Makes ObjectIds in the layouts that were used before 2018, for applications that still need these
 * layouts. The caller sets the machine fields (machine and process), or they are computed as the
 * early Java driver of MongoDB did.
 *
 * <p>The ids of one generator never repeat. Two generators with the same machine fields, in one
 * process or in two, may make the same ids. Computed machine fields do not exclude this, because
 * they are hashes of network interfaces, which may change or be equal on two hosts. For this reason
 * {@link ObjectIdGenerator} is the default. Ids are ordered by second, and within a second by the
 * counter until it wraps around. When the clock steps back, the second stays the same and the
 * counter continues. When all counter values of a second are used, a call waits for the next
 * second. Thread-safe.
 *
 * <p>From the announcement of a snapshot of the process (by CRaC or {@link
 * io.mintmark.Mintmark#beforeSnapshot}) until the restore, callers wait. Each restored copy begins
 * in a later second, with a random counter value of its own. Computed machine fields are computed
 * again, with random bits for the process. Machine fields that the caller set are the same in every
 * copy. Then the ids of two copies differ only by the random start of their counters, and can be
 * equal.
 */
public interface LegacyObjectIdGenerator extends ValueGenerator<ObjectId> {

  /**
   * Creates a generator of ids in the layout of the early Java driver: 4 bytes of seconds, 4 bytes
   * of machine and 4 bytes of inc. The machine is computed from the network interfaces of this host
   * and from this process.
   *
   * @param name the generator's name
   * @return a generator on the system's clock
   */
  static LegacyObjectIdGenerator ofDriver(String name) {
    return MachineObjectIds.ofDriver(
        name, DriverMachine.find(), DriverMachine::findInCopy, Context.local());
  }

  /**
   * Creates a generator of ids with 4 bytes of seconds, 4 bytes of machine and 4 bytes of inc.
   *
   * @param name the generator's name
   * @param machine the machine, all 32 bits
   * @return a generator on the system's clock
   */
  static LegacyObjectIdGenerator ofDriver(String name, int machine) {
    return MachineObjectIds.ofDriver(name, machine, () -> machine, Context.local());
  }

  /**
   * Creates a generator of ids with 4 bytes of seconds, 3 bytes of machine, 2 bytes of process and
   * 3 bytes of counter.
   *
   * @param name the generator's name
   * @param machine the machine, 24 bits
   * @param process the process, 16 bits
   * @return a generator on the system's clock
   * @throws IllegalArgumentException if a field does not fit into its bits
   */
  static LegacyObjectIdGenerator ofFields(String name, int machine, int process) {
    return MachineObjectIds.ofFields(name, machine, process, Context.local());
  }

  /**
   * Makes a batch of ids as {@link #nextBatch(int)} does, as bytes in the caller's buffer.
   *
   * @param ids the buffer to fill from its position to its limit, in the order in which ids are
   *     made, with 12 bytes for each id, always big-endian. On success the buffer's position is
   *     then its limit. After a failure the buffer's position is unchanged, and its contents are
   *     undefined
   * @throws IllegalArgumentException if the remaining bytes are not 1 to {@value
   *     Generator#MAX_BATCH} whole ids; no id is issued
   * @throws java.nio.ReadOnlyBufferException if the buffer is read-only; no id is issued
   * @throws MintmarkException as {@link #nextBatch(int)} does
   */
  void fill(ByteBuffer ids);
}
