package io.mintmark.generator;

import io.mintmark.error.MintmarkException;
import java.util.ArrayList;
import java.util.List;

/**
 * A source of 64-bit ids, unique among all processes that share its store.
 *
 * <p>Gaps are normal: a crash or a lost reply burns ids. Thread-safe.
 */
public interface LongGenerator extends Generator {

  /**
   * Returns the next id. Takes nanoseconds while what is claimed lasts; when more has to be claimed
   * it waits for the store, at most the claim timeout.
   *
   * @return an id never returned before, except by a sequence that was told to cycle
   * @throws MintmarkException if none could be made; none is issued
   */
  long next();

  /**
   * Returns a batch of ids, in the order in which they were made, for one claim or one atomic step
   * where what is claimed allows it.
   *
   * @param count how many, 1 to {@value Generator#MAX_BATCH}
   * @return the ids
   * @throws IllegalArgumentException if count is out of range; none is issued
   * @throws MintmarkException if not all could be made; what was made is burned
   */
  long[] next(int count);

  @Override
  default List<String> nextTexts(int count) {
    List<String> texts = new ArrayList<>(count);
    for (long id : next(count)) {
      texts.add(Long.toString(id));
    }
    return texts;
  }
}
