package io.mintmark.uuid;

import io.mintmark.error.MintmarkException;
import io.mintmark.generator.ValueGenerator;
import java.util.UUID;

/**
 * A source of UUIDs as RFC 9562 lays them out, without a store.
 *
 * <p>Scope: unique everywhere by random bits; {@link UuidBuilder#version(int)} says of each
 * version by how many, and what is unique by counting. Blocking: none at the usual speed; versions
 * 1, 6 and 7 wait at most the claim timeout where ids come faster than their time stamps, or while
 * the process is suspended for a checkpoint. Thread-safe.
 */
public interface UuidGenerator extends ValueGenerator<UUID> {

  @Override
  default String kind() {
    return "uuid";
  }

  /**
   * Returns the next UUID.
   *
   * @return a new UUID; versions 1, 6 and 7 never repeat in this generator, version 4 differs by
   *     its 122 random bits
   * @throws MintmarkException if the clock is outside the time bits, or the process was suspended
   *     for a checkpoint for too long; none is issued
   */
  @Override
  UUID next();
}
