package io.mintmark.rigs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Lets a child run out of threads, and lifts that limit again: {@code prlimit} sets the system's
 * limit on processes of a user. This limit does not apply to root, so a test that runs as root
 * starts the child as a user without other processes, but with root's access to files.
 */
public final class ThreadLimit {

  private static final int FIRST_USER = 60_000;
  private static final int USERS = 5_000;
  private static final String USER =
      "--reuid=" + (FIRST_USER + ProcessHandle.current().pid() % USERS);
  private static final String CAPABILITIES = "+dac_override,+dac_read_search,+fowner";

  private ThreadLimit() {}

  /** Skips the calling test if this host lacks a needed program, and names the program. */
  public static void assumePossible() {
    ToolRun.assumeAreThere("prlimit", "setpriv");
  }

  /**
   * Returns the command that starts a child whose threads can be limited.
   *
   * @return for {@link ChildJvm.Setup#startedBy}
   */
  public static List<String> prefix() {
    return ToolRun.isRoot()
        ? List.of(
            "setpriv",
            USER,
            "--clear-groups",
            "--inh-caps=" + CAPABILITIES,
            "--ambient-caps=" + CAPABILITIES,
            "--bounding-set=-sys_resource,-sys_admin")
        : List.of();
  }

  /**
   * Refuses every new thread to the child. Existing threads continue.
   *
   * @param child started by {@link #prefix}
   */
  public static void set(ChildJvm child) {
    limit(child, "1:");
  }

  /**
   * Lets the child start threads again.
   *
   * @param child a limited child
   */
  public static void lift(ChildJvm child) {
    limit(child, "30000:");
  }

  private static void limit(ChildJvm child, String softLimit) {
    List<String> command = new ArrayList<>();
    if (ToolRun.isRoot()) {
      command.addAll(List.of("setpriv", USER, "--clear-groups"));
    }
    command.addAll(List.of("prlimit", "--nproc=" + softLimit, "--pid", Long.toString(child.pid())));
    ToolRun.succeed(Path.of("/"), command);
  }
}
