package io.mintmark.concurrency;

import io.mintmark.error.MintmarkException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs code to its next call to the outside, where it stands still.
 *
 * <p>All that the code does follows from the answers that it gets. So a place in it is the list of
 * the answers that it has had. To go on by one step it is run from its start, is given all of them
 * again, and stops at the next call. That needs no threads, and from one place it can go on in as
 * many ways as there are answers. It may read no clock and draw no random number but by such a
 * call.
 *
 * @param <C> a call to the outside
 */
public final class Replay<C> {

  /**
   * The answers that some code has had.
   *
   * @param answers in their order; a MintmarkException is thrown at the code
   * @param hash of all their texts
   */
  public record Past(List<Object> answers, long hash) {

    /** Of code that has not begun. */
    public static final Past NOTHING = new Past(List.of(), 0);

    /**
     * Adds an answer.
     *
     * @param answer what the code gets at its next call
     * @param text tells it from all others that may come there
     * @return all answers with it
     */
    public Past with(Object answer, String text) {
      List<Object> longer = new ArrayList<>(answers);
      longer.add(answer);
      return new Past(longer, StateSearch.hash(Long.toHexString(hash) + ' ' + text));
    }
  }

  private final List<Object> answers;
  private int given;
  private @Nullable C stop;

  /**
   * Prepares a run.
   *
   * @param past what it is given
   */
  public Replay(Past past) {
    this.answers = past.answers;
  }

  /** Ends a run at a call that has no answer yet. */
  private static final class Stopped extends Error {

    private static final long serialVersionUID = 1;

    Stopped() {
      super("no answer yet", null, false, false);
    }
  }

  /**
   * Runs code from its start.
   *
   * @param code makes its calls by {@link #answer}
   * @return the first that has no answer; empty if the code came to its end
   */
  public Optional<C> run(Runnable code) {
    try {
      code.run();
    } catch (Stopped e) {
      // It stands still at the call.
    }
    return Optional.ofNullable(stop);
  }

  /**
   * Answers a call.
   *
   * @param call what the code asks for
   * @return what it was answered there
   */
  public Object answer(C call) {
    if (stop != null) {
      // The code has caught the error, as it does with those that befall claims.
      throw new Stopped();
    }
    if (given == answers.size()) {
      stop = call;
      throw new Stopped();
    }
    Object answer = answers.get(given++);
    if (answer instanceof MintmarkException e) {
      throw e;
    }
    return answer;
  }
}
