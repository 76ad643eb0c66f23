package io.mintmark.store.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.mintmark.store.ClaimStore;
import io.mintmark.store.Durability.Setting;
import io.mintmark.testkit.ClaimStoreContract;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** On a real replica set, which the environment names. */
class MongoReplicaSetContractTest extends ClaimStoreContract {

  private static final String VARIABLE = "MINTMARK_TEST_MONGODB";

  @BeforeAll
  static void require() {
    assumeTrue(System.getenv(VARIABLE) != null, VARIABLE + " is the URL of a real replica set");
  }

  @Override
  protected ClaimStore open() {
    return MongoStore.open(System.getenv(VARIABLE), MongoStore.DEFAULT_TIMEOUT);
  }

  @Test
  void durability_replicaSet_namesIt() {
    try (ClaimStore store = open()) {
      assertThat(store.durability().settings()).extracting(Setting::name).contains("members");
      assertThat(store.canLoseAcknowledgedWrites()).isFalse();
    }
  }
}
