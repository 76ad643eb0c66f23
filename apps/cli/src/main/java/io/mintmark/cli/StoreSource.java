package io.mintmark.cli;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.generator.Description;
import io.mintmark.internal.store.MovableStore;
import io.mintmark.internal.store.StoreUrl;
import io.mintmark.key.KeyRequest;
import io.mintmark.service.IdService;
import io.mintmark.service.ServedGenerator;
import io.mintmark.time.ElapsedClock;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** The store itself, opened by this process. */
final class StoreSource implements Source {

  private final Mintmark mint;
  private final String url;
  private final IdService service;

  StoreSource(Mintmark mint, String url, Config generators) {
    this.mint = mint;
    this.url = url;
    try {
      this.service = new IdService(mint, generators);
    } catch (RuntimeException e) {
      mint.close();
      throw e;
    }
  }

  @Override
  public List<String> next(String name, int count, KeyRequest request) {
    return service.next(name, count, request);
  }

  @Override
  public List<Description> generators() {
    return service.generators().stream().map(ServedGenerator::description).toList();
  }

  @Override
  public long position(String line) {
    return mint.store().position(line);
  }

  @Override
  public boolean compareAndSet(String line, long expected, long next) {
    return mint.store().compareAndSet(line, expected, next);
  }

  @Override
  public boolean lower(String line, long expected, long next) {
    return new MovableStore(mint.store()).lower(line, expected, next);
  }

  @Override
  public String where() {
    return "store " + StoreUrl.mask(url);
  }

  @Override
  public List<Finding> examine(InstantSource clock, ElapsedClock elapsed)
      throws InterruptedException {
    List<Finding> checks =
        new ArrayList<>(new Doctor(mint.store(), clock, elapsed).examine(generators()));
    checks.addAll(new ClaimProbe(mint.store(), elapsed, ClaimProbe.MANY).examine());
    return checks;
  }

  @Override
  public void close() {
    mint.close();
  }
}
