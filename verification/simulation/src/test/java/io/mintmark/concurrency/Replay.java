package io.mintmark.concurrency;

import io.mintmark.error.MintmarkException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs code up to its next call to the outside, and stops there.
 *
 * <p>Only the replies to its calls determine what the code does. So the list of its earlier replies
 * identifies a point in its execution. To continue by one step, the code is run again from its
 * start. It receives the earlier replies, and stops at the first call after them. This needs no
 * threads. From one point, the code can continue in as many ways as there are replies. It must read
 * clocks and draw random numbers only with such calls.
 *
 * @param <C> a call to the outside
 */
public final class Replay<C> {

  /**
   * The replies that the code has received.
   *
   * @param answers the replies in order; a MintmarkException is thrown to the code
   * @param hash a hash of all their texts
   */
  public record Past(List<Object> answers, long hash) {

    /** The past of code that has not started. */
    public static final Past NOTHING = new Past(List.of(), 0);

    /**
     * Adds a reply.
     *
     * @param answer the reply to the code's next call
     * @param text distinguishes it from all other possible replies to this call
     * @return the replies including this one
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
   * @param past the replies that the code receives
   */
  public Replay(Past past) {
    this.answers = past.answers;
  }

  /** Ends a run at a call without a reply. */
  private static final class Stopped extends Error {

    private static final long serialVersionUID = 1;

    Stopped() {
      super("no answer yet", null, false, false);
    }
  }

  /**
   * Runs code from its start.
   *
   * @param code makes its calls with {@link #answer}
   * @return the first call without a reply; empty if the code has ended
   */
  public Optional<C> run(Runnable code) {
    try {
      code.run();
    } catch (Stopped e) {
      // The code has stopped at the call.
    }
    return Optional.ofNullable(stop);
  }

  /**
   * Replies to a call.
   *
   * @param call the code's call
   * @return the reply from the past
   */
  public Object answer(C call) {
    if (stop != null) {
      // The code has caught the error, as it does with errors in claims.
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
