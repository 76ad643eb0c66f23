import java.io.PrintStream;
import org.junit.platform.engine.discovery.ClassNameFilter;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Runs a module's tests twice in one JVM, as PIT does for each mutant. A test that fails the second
 * time would fail of every mutant but the first, and so seem to find them all.
 */
final class Repeated {

  private Repeated() {}

  public static void main(String[] args) {
    LauncherDiscoveryRequest tests = LauncherDiscoveryRequestBuilder.request()
        .selectors(DiscoverySelectors.selectPackage("io.mintmark"))
        .filters(
            ClassNameFilter.includeClassNamePatterns(".*Test"),
            ClassNameFilter.excludeClassNamePatterns(args),
            TagFilter.excludeTags("long", "sized"))
        .build();
    PrintStream out = System.out;
    for (int run = 1; run <= 2; run++) {
      SummaryGeneratingListener listener = new SummaryGeneratingListener();
      LauncherFactory.create().execute(tests, listener);
      TestExecutionSummary summary = listener.getSummary();
      out.printf(
          "mutation: run %d in one JVM: %d tests, %d failed%n",
          run, summary.getTestsStartedCount(), summary.getTestsFailedCount());
      summary.getFailures().forEach(failure -> out.printf(
          "mutation: %s: %s%n",
          failure.getTestIdentifier().getUniqueId(), failure.getException().getMessage()));
      if (summary.getTestsStartedCount() == 0 || summary.getTestsFailedCount() > 0) {
        System.exit(1);
      }
    }
    System.exit(0);
  }
}
