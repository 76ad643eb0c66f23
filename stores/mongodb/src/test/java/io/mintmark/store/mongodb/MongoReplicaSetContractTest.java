package io.mintmark.store.mongodb;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.internal.store.Durability.Setting;
import io.mintmark.internal.store.LineStore;
import io.mintmark.testkit.ClaimStoreContract;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/** The contract on a real replica set, whose URL is in an environment variable. */
@EnabledIfEnvironmentVariable(
    named = MongoReplicaSetContractTest.VARIABLE,
    matches = ".+",
    disabledReason = "it is to be the URL of a real replica set")
class MongoReplicaSetContractTest extends ClaimStoreContract {

  static final String VARIABLE = "MINTMARK_TEST_MONGODB";

  @Override
  protected LineStore open() {
    return MongoStore.builder()
        .url(System.getenv(VARIABLE))
        .timeout(MongoStore.DEFAULT_TIMEOUT)
        .open();
  }

  @Test
  void durability_replicaSet_showsItsName() {
    try (LineStore store = open()) {
      assertThat(store.durability().settings()).extracting(Setting::name).contains("members");
      assertThat(store.canLoseAcknowledgedWrites()).isFalse();
    }
  }
}
