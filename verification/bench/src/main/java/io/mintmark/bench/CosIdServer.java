package io.mintmark.bench;

import java.util.List;
import java.util.Map;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The alternative to Mintmark's server over HTTP: a minimal Spring Boot application around CosId's
 * generator, with the defaults of both.
 */
@RestController
@SpringBootApplication(proxyBeanMethods = false)
public class CosIdServer {

  private final MillisecondSnowflakeId ids = new MillisecondSnowflakeId(1);

  public static void main(String[] args) {
    SpringApplication.run(CosIdServer.class, args);
  }

  /** Makes one id, in the form of the replies of Mintmark's server. */
  @PostMapping("/next")
  public Map<String, List<String>> next() {
    return Map.of("ids", List.of(Long.toString(ids.generate())));
  }
}
