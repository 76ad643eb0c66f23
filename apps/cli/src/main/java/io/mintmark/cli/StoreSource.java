package io.mintmark.cli;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.generator.Description;
import io.mintmark.internal.access.MintmarkAccess;
import io.mintmark.internal.store.Adapters;
import io.mintmark.internal.store.LineStore;
import io.mintmark.internal.store.StoreUrl;
import io.mintmark.key.KeyRequest;
import io.mintmark.service.IdService;
import io.mintmark.service.Problem;
import io.mintmark.service.ServedGenerator;
import java.util.List;
import java.util.concurrent.CompletionException;

/** The store itself as a source, opened by this process. */
final class StoreSource implements Source {

  private final Mintmark mint;
  private final Runnable release;
  private final String url;
  private final IdService service;

  /**
   * Makes the source.
   *
   * @param release closes the Mintmark and its store
   */
  StoreSource(Mintmark mint, Runnable release, String url, Config generators) {
    this.mint = mint;
    this.release = release;
    this.url = url;
    try {
      this.service = new IdService(mint, generators);
    } catch (RuntimeException e) {
      release.run();
      throw e;
    }
  }

  /** Opens generators that can be described, but make no ids. Nothing is written to the store. */
  static StoreSource readOnly(String url, Config generators) {
    LineStore store = StoreOpener.readOnly(url);
    Mintmark mint = describing(store);
    Runnable release = () -> {
      mint.close();
      store.close();
    };
    return new StoreSource(mint, release, url, generators);
  }

  /**
   * Opens a Mintmark whose generators can be described. Nothing is written, unless an id is made.
   *
   * @param store contains the known settings; the caller closes it
   */
  static Mintmark describing(LineStore store) {
    return Mintmark.builder().store(store).oneShot(true).open();
  }

  @Override
  public List<String> next(String name, int count, KeyRequest request) {
    try {
      return service.nextAsync(name, count, request).join();
    } catch (CompletionException e) {
      throw Problem.causeOf(e) instanceof RuntimeException cause ? cause : e;
    }
  }

  @Override
  public List<Description> generators() {
    return service.generators().stream().map(ServedGenerator::description).toList();
  }

  @Override
  public String where() {
    return "store " + StoreUrl.mask(url);
  }

  @Override
  public List<Finding> examine(Terminal terminal, boolean claims) {
    Findings found = new Findings(Finding.Group.STORE);
    new Doctor(MintmarkAccess.storeOf(mint), terminal, found).examine(generators());
    if (claims) {
      try (LineStore written = Adapters.open(url, StoreOpener.OPENING, StoreOpener.TIMEOUT)) {
        new Doctor(written, terminal, found).claim(Doctor.MANY_CLAIMS);
      }
    }
    return found.all();
  }

  @Override
  public void close() {
    release.run();
  }
}
