package io.mintmark;

import io.mintmark.error.Message;
import io.mintmark.error.MintmarkException;
import io.mintmark.error.SettingsMismatchException;
import io.mintmark.error.StoreUnavailableException;
import io.mintmark.internal.line.WindowRules;
import io.mintmark.internal.store.ForwardingStore;
import io.mintmark.internal.store.MovableStore;
import io.mintmark.internal.store.Spec;
import io.mintmark.store.ClaimStore;
import io.mintmark.store.EngineLife;
import io.mintmark.store.LinePositions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a generator whose settings are compared with the store's again after it was made.
 *
 * <p><b>A store that was away</b> when the generator was made: each caller compares before anything
 * is written, until one comparison has succeeded.
 *
 * <p><b>An engine that can forget</b> forgets fingerprints too, and then takes those of another
 * process. So every reading of a life ({@link #life}) reads the fingerprints in the same step and
 * compares them, and nothing is claimed unless the last reading had all of them. {@code
 * LossyWindows} reads a life before and after each of its claims, and argues why windows of
 * different settings do not overlap then, whichever process writes a fingerprint first.
 * Which process may write an absent one therefore decides whose settings last, and not uniqueness:
 *
 * <ul>
 *   <li>A process that may hold a window, since it compared less than a longest window ago, writes
 *       its own at once. So does one that compared in this same life.
 *   <li>Any other process waits until all windows of earlier lives have ended.
 *   <li>If one of the scope's worker lines is there, and the scope's fingerprint is absent in a
 *       later reading, the settings were lost, as they are always written first. No process but one
 *       of the first kind writes them again, or an administrator.
 * </ul>
 *
 * <p>Thread-safe.
 */
final class AgreedLines extends ForwardingStore {

  /** How often settings are written and found absent again in one call. */
  private static final int MAX_READINGS = 3;

  private final SpecCheck check;
  private final List<String> firstLines;
  private volatile boolean agrees;

  /** The last reading in which all fingerprints were there. */
  private volatile @Nullable EngineLife agreed;

  /**
   * Makes lines whose settings are not compared yet.
   *
   * @param firstLines the lines of worker numbers that a first claim looks at
   */
  AgreedLines(ClaimStore store, SpecCheck check, List<String> firstLines) {
    super(store);
    this.check = check;
    this.firstLines = firstLines;
  }

  /**
   * Compares settings while a generator is made, and writes them if that is due.
   *
   * @return the positions of the lines that a first claim looks at
   * @throws MintmarkException as {@link SpecCheck#run} does
   */
  LinePositions compare() {
    if (canLoseAcknowledgedWrites()) {
      EngineLife life = read(firstLines);
      return new LinePositions(life.next(), Optional.of(life.now()));
    }
    LinePositions first = check.run(firstLines);
    agrees = true;
    return first;
  }

  /**
   * Claims as {@link MovableStore#claim} says.
   *
   * @throws MintmarkException as {@link SpecCheck#run} does; nothing is claimed then
   */
  @Override
  public long claim(String line, long atLeast, long count) {
    requireAgreement();
    return super.claim(line, atLeast, count);
  }

  /**
   * Moves a line as {@link MovableStore#compareAndSet} says.
   *
   * @throws MintmarkException as {@link SpecCheck#run} does; no line is moved then
   */
  @Override
  public boolean compareAndSet(String line, long expected, long next) {
    requireAgreement();
    return super.compareAndSet(line, expected, next);
  }

  /** Reads as {@link MovableStore#positions} says. */
  @Override
  public LinePositions positions(List<String> lines) {
    return store().positions(lines);
  }

  /**
   * Reads a life, and compares the settings.
   *
   * @throws SettingsMismatchException if the store has other settings; nothing may be claimed then
   * @throws MintmarkException as {@link SpecCheck#run} does
   */
  @Override
  public Optional<EngineLife> life(List<String> lines) {
    return canLoseAcknowledgedWrites() ? Optional.of(read(lines)) : Optional.empty();
  }

  private void requireAgreement() {
    if (agrees) {
      return;
    }
    if (firstLines.isEmpty() || !canLoseAcknowledgedWrites()) {
      LinePositions unused = check.run(List.of());
      agrees = true;
      return;
    }
    throw new StoreUnavailableException(Message.of(
        "the store may have forgotten settings, and they are not written again yet: name={};"
            + " nothing was claimed",
        check.name()));
  }

  /** Reads until all fingerprints are there, or may not be written. */
  private EngineLife read(List<String> lines) {
    List<String> all = new ArrayList<>(lines);
    all.addAll(check.lines());
    agrees = false;
    List<Spec> used = List.of();
    for (int reading = 0; reading < MAX_READINGS; reading++) {
      EngineLife life = store().life(all).orElseThrow();
      List<Spec> absent = check.absent(life.next().subList(lines.size(), all.size()));
      if (absent.isEmpty()) {
        agreed = life;
        agrees = true;
      }
      boolean mayHold = mayHoldWindow(life);
      if (absent.isEmpty() || (!mayHold && life.now().isBefore(WindowRules.forgottenEnd(life)))) {
        return new EngineLife(
            life.id(), life.began(), life.now(), life.next().subList(0, lines.size()));
      }
      if (absent.stream().anyMatch(used::contains)) {
        throw check.lost(absent);
      }
      used = mayHold ? List.of() : absent.stream().filter(this::isUsed).toList();
      if (used.isEmpty()) {
        check.write(absent);
      }
    }
    throw new StoreUnavailableException(Message.of(
        "the store loses the settings of this name each time that they are written: name={},"
            + " times={}; nothing was claimed",
        check.name(),
        MAX_READINGS));
  }

  /** Whether this process wrote or saw its settings in this life, or a longest window ago. */
  private boolean mayHoldWindow(EngineLife life) {
    EngineLife last = agreed;
    return last != null
        && (last.id().equals(life.id())
            || !life.now().isAfter(last.now().plus(WindowRules.LONGEST)));
  }

  /** Whether something was claimed in a scope. Other scopes' names may begin in the same way. */
  private boolean isUsed(Spec spec) {
    String prefix = spec.subject() + "/";
    return spec.isOfScope()
        && store().lines(prefix).stream()
            .anyMatch(line ->
                line.next() > MovableStore.MADE && line.name().indexOf('/', prefix.length()) < 0);
  }
}
