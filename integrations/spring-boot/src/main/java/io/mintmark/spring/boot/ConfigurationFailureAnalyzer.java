package io.mintmark.spring.boot;

import io.mintmark.error.ConfigurationException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Ends a start that settings made impossible with all their faults, and not with a stack. */
final class ConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<ConfigurationException> {

  @Override
  protected FailureAnalysis analyze(Throwable failure, ConfigurationException fault) {
    StringBuilder faults = new StringBuilder("Mintmark cannot start as it is configured:\n");
    fault.faults().forEach(each -> faults.append("\n    - ").append(each));
    return new FailureAnalysis(
        faults.append('\n').toString(),
        "Change the properties that are named above, under \"mintmark\"."
            + " docs/reference/settings.md has every setting of a generator with its values.",
        fault);
  }
}
