package io.mintmark.testkit;

import io.mintmark.internal.store.LineStore;

/** Without faults, the faulty store fulfils the contract. */
class FaultyStoreContractTest extends ClaimStoreContract {

  @Override
  protected LineStore open() {
    return new FaultyStore();
  }

  @Override
  protected boolean keepsDataWhenReopened() {
    return false;
  }
}
