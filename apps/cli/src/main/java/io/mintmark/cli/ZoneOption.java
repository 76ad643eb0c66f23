package io.mintmark.cli;

import io.mintmark.config.SettingType;
import java.time.ZoneId;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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
    return Usage.option(spec, "--zone", zone, SettingType.ZONE::parse);
  }
}
