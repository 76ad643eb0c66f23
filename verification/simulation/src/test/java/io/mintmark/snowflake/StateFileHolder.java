package io.mintmark.snowflake;

import io.mintmark.error.StoreUnavailableException;
import io.mintmark.time.ElapsedClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/** Holds a state file, in this process or as one of its own, and claims positions of its line. */
public final class StateFileHolder implements LongSupplier, AutoCloseable {

  /** How many positions each claim is of. */
  public static final int POSITIONS = 5;

  private final StateFile state;

  /**
   * Opens a file.
   *
   * @throws StoreUnavailableException if another holder has it
   */
  public StateFileHolder(Path file) {
    state = new StateFile(file, "settings", ElapsedClock.system());
  }

  /** Claims, and returns the first position. */
  @Override
  public long getAsLong() {
    return state.claim("worker/7", 0, POSITIONS);
  }

  @Override
  public void close() {
    state.close();
  }

  /** Says whether it was let in, and claims once for each line that it is told. */
  public static void main(String[] arguments) throws IOException {
    try (StateFileHolder holder = new StateFileHolder(Path.of(arguments[0]))) {
      System.out.println("open");
      BufferedReader in =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      while (in.readLine() != null) {
        System.out.println(holder.getAsLong());
      }
    } catch (StoreUnavailableException e) {
      System.out.println(e.getMessage());
    }
  }
}
