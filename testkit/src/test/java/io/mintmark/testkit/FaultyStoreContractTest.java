package io.mintmark.testkit;

import io.mintmark.store.ClaimStore;

/** With no fault asked for, the faulty store is a good one. */
class FaultyStoreContractTest extends ClaimStoreContract {

  @Override
  protected ClaimStore open() {
    return new FaultyStore();
  }

  @Override
  protected boolean keepsDataWhenReopened() {
    return false;
  }
}
