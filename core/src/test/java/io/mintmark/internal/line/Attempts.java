package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.error.MintmarkException;

/** Calls that may fail, but only with what a test threw into them or what Mintmark says. */
final class Attempts {

  private Attempts() {}

  /** Is let through: nothing excuses it. */
  static final class DuplicateFound extends AssertionError {
    private static final long serialVersionUID = 1;

    DuplicateFound(long id) {
      super("position twice: " + id);
    }
  }

  @SuppressWarnings("CatchingUnchecked")
  static void attempt(Runnable call) {
    try {
      call.run();
    } catch (DuplicateFound e) {
      throw e;
    } catch (Throwable e) {
      assertThat(e)
          .satisfiesAnyOf(
              it -> assertThat(it).hasMessageContaining("injected"),
              it -> assertThat(it).isInstanceOf(MintmarkException.class));
    }
  }
}
