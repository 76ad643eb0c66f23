package io.mintmark.moving;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.Mintmark;
import io.mintmark.error.LineMovedException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.generator.LongGenerator;
import io.mintmark.internal.access.Surroundings;
import io.mintmark.internal.store.LineName;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.MemoryStore;
import io.mintmark.internal.store.SpecLine;
import io.mintmark.internal.store.StoreLines;
import io.mintmark.service.StoreIdentity;
import io.mintmark.store.Line;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Processes that make ids from a store while its lines are moved. Each id is one claim. If a claim
 * is refused, the process continues with the target that the refusal names.
 */
final class Claimants implements AutoCloseable {

  /** The generators that each process uses. */
  static final List<String> NAMES = List.of("orders", "strict", "users");

  private final MemoryStore source;
  private final MemoryStore target;
  private final Mintmark old;
  private final Set<String> ids = new HashSet<>();
  private int newcomers;

  Claimants(MemoryStore source, MemoryStore target) {
    this.source = source;
    this.target = target;
    this.old = open(source);
    NAMES.forEach(name -> assertThat(draw(old, name)).isTrue());
    // A worker number that an operator has taken out of use.
    source.claim("worker/users/1023", 0, Long.MAX_VALUE);
  }

  static Mintmark open(LineStore store) {
    // Notes are written on the caller's thread before the id is returned. So no note is written
    // after the copy.
    return Surroundings.SYSTEM
        .background(Runnable::run)
        .seed(1)
        .of(Mintmark.builder())
        .store(store)
        .oneShot(true)
        .open();
  }

  static LongGenerator generator(Mintmark mint, String name) {
    if (name.startsWith("users")) {
      return mint.snowflake(name);
    }
    return name.startsWith("strict")
        ? mint.sequence(name, s -> s.strict(true))
        : mint.sequence(name);
  }

  /** Makes ids of each name in the old process and in a new process, and an id of a new name. */
  void drawAll() {
    String fresh = "-" + newcomers++;
    for (String name : NAMES) {
      drawSomewhere(old, name);
      try (Mintmark restarted = open(source)) {
        drawSomewhere(restarted, name);
        drawSomewhere(restarted, name + fresh);
      }
    }
  }

  private void drawSomewhere(Mintmark mint, String name) {
    try {
      draw(mint, name);
    } catch (LineMovedException e) {
      drawFromTarget(name);
    }
  }

  /** Makes an id from the target. Returns whether the name's lines have arrived there. */
  boolean drawFromTarget(String name) {
    try (Mintmark moved = open(target)) {
      return draw(moved, name);
    } catch (StoreUnavailableException e) {
      assertThat(e).hasMessageContaining("are being moved here from another store");
      return false;
    }
  }

  private boolean draw(Mintmark mint, String name) {
    add(name, generator(mint, name).next());
    return true;
  }

  void add(String name, long id) {
    assertThat(ids.add(name + " " + id)).as("%s %s is made once", name, id).isTrue();
  }

  /** Checks the result of a finished copy, and that ids can be made from the target. */
  void assertMoved() {
    Function<LineStore, Stream<Line>> lines =
        store -> store.lines("").stream().filter(line -> !LineName.isReserved(line.name()));
    long identity = StoreIdentity.of(source);
    assertThat(target.position(StoreLines.from(identity))).isEqualTo(1);
    assertThat(lines.apply(source))
        .filteredOn(line -> NAMES.stream().anyMatch(name -> isOf(name, line.name())))
        .hasSizeGreaterThanOrEqualTo(7)
        .allSatisfy(line -> {
          assertThat(line.next()).isEqualTo(Long.MAX_VALUE);
          assertThat(line.note()).startsWith("moved to ");
        });
    assertThat(lines.apply(target))
        .filteredOn(line -> line.name().startsWith(SpecLine.PREFIX))
        .noneMatch(line -> SpecLine.isPlaceholder(line.next()));
    assertThat(target.position("worker/users/1023")).isEqualTo(Long.MAX_VALUE);
    long ended =
        lines.apply(target).filter(line -> line.next() == Long.MAX_VALUE).count();
    assertThat(ended).as("only what was at its end is").isEqualTo(1);
    NAMES.forEach(name -> assertThat(drawFromTarget(name)).as(name).isTrue());
  }

  private static boolean isOf(String name, String line) {
    return line.equals("seq/" + name)
        || line.equals(SpecLine.of(name))
        || line.equals(SpecLine.of("worker/" + name))
        || line.startsWith("worker/" + name + "/");
  }

  @Override
  public void close() {
    old.close();
  }
}
