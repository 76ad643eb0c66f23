package io.mintmark.cli;

import io.mintmark.error.Message;
import io.mintmark.internal.text.NearMiss;
import java.time.DateTimeException;
import java.time.ZoneId;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The time zone in which times are read and shown. */
final class ZoneOption {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--zone",
      paramLabel = "ZONE",
      defaultValue = "UTC",
      description =
          "The time zone, for example Asia/Shanghai or +08:00. Default: ${DEFAULT-VALUE}.")
  private String zone;

  ZoneId zone() {
    try {
      return ZoneId.of(zone);
    } catch (DateTimeException e) {
      String hint = NearMiss.of(zone, ZoneId.getAvailableZoneIds())
          .map(meant -> "; did you mean " + meant + "?")
          .orElse("");
      throw new ParameterException(
          spec.commandLine(), Message.of("no such time zone: zone={}{}", zone, hint), e);
    }
  }
}
