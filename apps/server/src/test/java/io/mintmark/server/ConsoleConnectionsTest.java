package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The console's list of connections, in a real browser. */
@EnabledIf(value = Browser.CONDITION, disabledReason = Browser.LACKING)
@Tag("long")
class ConsoleConnectionsTest {

  @RegisterExtension
  private static final ConsolePage PAGE = new ConsolePage();

  private Browser browser;

  @BeforeEach
  void lookAtThePage() {
    browser = PAGE.browser();
  }

  @Test
  void connections_ofClients_areFoundAndEnded() throws IOException {
    try (RespClient till = new RespClient(PAGE.server().resp());
        RespClient shop = new RespClient(PAGE.server().resp())) {
      assertThat(till.call("CLIENT", "SETNAME", "till-7")).isEqualTo("+OK");
      assertThat(shop.call("CLIENT", "SETNAME", "<b>shop</b>")).isEqualTo("+OK");
      PAGE.open("connections");
      browser.untilAsserted(() -> assertThat(browser.texts("#connections tbody tr"))
          .anyMatch(row -> row.contains("resp") && row.contains("<b>shop</b>"))
          .anyMatch(row -> row.contains("http")));

      browser.fill("#who", "TILL");
      browser.untilAsserted(() -> assertThat(browser.texts("#connections tbody tr"))
          .singleElement()
          .asString()
          .contains("till-7", "127.0.0.1:"));
      browser.find("#connections tbody button").click();
      assertThat(browser.texts("#connections tbody button"))
          .containsExactly("End it now", "Keep it");
      browser.find("#connections tbody .bad").click();

      assertThat(till.isAtEnd()).isTrue();
      browser.untilAsserted(
          () -> assertThat(browser.text("#connections .empty")).isEqualTo("No connection fits."));
      assertThat(browser.text("#connections [role=status]")).endsWith("(resp) is ended.");
      assertThat(browser.focused().getDomAttribute("id")).isEqualTo("who");
      assertThat(shop.call("PING")).isEqualTo("+PONG");
    }
  }
}
