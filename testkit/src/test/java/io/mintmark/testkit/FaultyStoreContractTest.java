package io.mintmark.testkit;

import io.mintmark.store.ClaimStore;

/** Without faults, the faulty store fulfils the contract. */
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
