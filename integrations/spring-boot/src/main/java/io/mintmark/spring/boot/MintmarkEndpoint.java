package io.mintmark.spring.boot;

import io.mintmark.Mintmark;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/** Lists the generators, both from the configuration and from the application's code. */
@Endpoint(id = "mintmark")
final class MintmarkEndpoint {

  private final Mintmark mint;

  MintmarkEndpoint(Mintmark mint) {
    this.mint = mint;
  }

  /**
   * The endpoint's reply.
   *
   * @param generators the generators by name
   */
  record Answer(Map<String, GeneratorReport> generators) {}

  @ReadOperation
  Answer generators() {
    Map<String, GeneratorReport> reports = new LinkedHashMap<>();
    mint.generators()
        .forEach(generator -> reports.put(generator.name(), GeneratorReport.of(generator)));
    return new Answer(reports);
  }
}
