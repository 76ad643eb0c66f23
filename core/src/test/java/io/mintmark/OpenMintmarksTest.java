package io.mintmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OpenMintmarksTest {

  private static final String URL = "redis://:secret@many.example.com:6379";

  private final List<LogRecord> logged = new ArrayList<>();
  private final Logger logger = Logger.getLogger("io.mintmark.store");
  private final Handler handler = new Handler() {
    @Override
    public void publish(LogRecord line) {
      if (line.getMessage().contains("many.example.com")) {
        logged.add(line);
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  };

  @BeforeEach
  void listen() {
    logger.addHandler(handler);
  }

  @AfterEach
  void close() {
    logger.removeHandler(handler);
  }

  @Test
  void opened_thirdOnOneStore_isLoggedOnceWithTheFirst() {
    OpenMintmarks.opened(URL);
    OpenMintmarks.opened(URL);
    assertThat(logged).isEmpty();

    OpenMintmarks.opened(URL);
    OpenMintmarks.closed(URL);
    OpenMintmarks.opened(URL);

    assertThat(logged).hasSize(1);
    assertThat(logged.get(0).getMessage())
        .startsWith("this process has 3 open Mintmarks on one store: store=redis://")
        .doesNotContain("secret");
    assertThat(logged.get(0).getThrown().getStackTrace())
        .anyMatch(frame -> frame.getMethodName().startsWith("opened_thirdOnOneStore"));
    for (int i = 0; i < 3; i++) {
      OpenMintmarks.closed(URL);
    }
  }

  @Test
  void opened_oneAfterAnother_isNotLogged() {
    for (int i = 0; i < 5; i++) {
      OpenMintmarks.opened(URL);
      OpenMintmarks.closed(URL);
    }

    assertThat(logged).isEmpty();
  }
}
