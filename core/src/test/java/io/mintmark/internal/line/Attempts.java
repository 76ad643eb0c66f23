package io.mintmark.internal.line;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.error.MintmarkException;

/**
 * Makes calls that may fail, but only with an exception that a test injected or that Mintmark
 * documents.
 */
final class Attempts {

  private Attempts() {}

  /** Thrown for a duplicate. It is always rethrown. */
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
