package io.mintmark.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.server.access.AuditLog;
import io.mintmark.server.access.RequestTrace;
import org.junit.jupiter.api.Test;

class AuditLogTest {

  private static final AuditLog.Actor SHOP =
      new AuditLog.Actor("shop", "1f0c22aa", "10.0.0.5:40112");

  private final AuditLog log = new AuditLog(1000);

  private void write(RequestTrace trace) {
    log.write(SHOP, "next", "a{0}'b", "count=5000", "ok", trace);
  }

  @Test
  void write_loggerIsOn_logsEachValueByItsName() {
    try (CapturedAudit audit = new CapturedAudit()) {
      write(new RequestTrace("6a5f-7-120", "", "7", "till-3"));

      assertThat(audit.lines())
          .singleElement()
          .asString()
          .contains("\"logger\":\"mintmark.audit\"")
          .contains("\"message\":\"token=shop, from=10.0.0.5:40112, act=next, on=a{0}'b, what=")
          .endsWith("\"fields\":{\"token\":\"shop\",\"from\":\"10.0.0.5:40112\",\"act\":\"next\","
              + "\"on\":\"a{0}'b\",\"what\":\"count=5000\",\"result\":\"ok\","
              + "\"credential\":\"1f0c22aa\",\"request\":\"6a5f-7-120\",\"connection\":\"7\","
              + "\"client\":\"till-3\"}}");
    }
  }

  @Test
  void write_loggerIsOff_logsNothing() {
    CapturedAudit audit = new CapturedAudit();
    audit.close();
    write(RequestTrace.NONE);

    assertThat(audit.lines()).isEmpty();
  }
}
