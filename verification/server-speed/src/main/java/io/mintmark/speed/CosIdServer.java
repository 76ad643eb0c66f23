package io.mintmark.speed;

import java.util.List;
import java.util.Map;
import me.ahoo.cosid.snowflake.MillisecondSnowflakeId;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * The peer over HTTP: the fewest lines of Spring Boot around CosId's generator, with all defaults.
 * Its ids take nothing but a clock, so no store slows it down.
 */
@RestController
@SpringBootApplication(proxyBeanMethods = false)
public class CosIdServer {

  private final MillisecondSnowflakeId ids = new MillisecondSnowflakeId(1);

  /** Starts it; {@code --server.port} says where. */
  public static void main(String[] args) {
    SpringApplication.run(CosIdServer.class, args);
  }

  /** Makes one id, in the form in which Mintmark's server answers. */
  @PostMapping("/next")
  public Map<String, List<String>> next() {
    return Map.of("ids", List.of(Long.toString(ids.generate())));
  }
}
