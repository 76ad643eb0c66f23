package io.mintmark.spring.boot;

import io.mintmark.error.ConfigurationException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports all faults of the settings instead of a stack trace, if they prevent the start. */
final class ConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<ConfigurationException> {

  @Override
  protected FailureAnalysis analyze(Throwable failure, ConfigurationException fault) {
    StringBuilder faults =
        new StringBuilder("Mintmark cannot start, because its configuration is wrong:\n");
    fault.faults().forEach(each -> faults.append("\n    - ").append(each));
    return new FailureAnalysis(
        faults.append('\n').toString(),
        "Correct the properties named above. In an IDE, completion in application.yml lists every"
            + " setting under \"mintmark.generators.NAME\". The page \"Settings\" of Mintmark's"
            + " documentation lists their values.",
        fault);
  }
}
