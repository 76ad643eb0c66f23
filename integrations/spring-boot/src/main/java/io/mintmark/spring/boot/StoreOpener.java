package io.mintmark.spring.boot;

import io.mintmark.config.StoreChoice;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.store.file.FileStoreProvider;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * Opens the store of an application context. A URL takes precedence, then an engine of the
 * application, then the embedded store.
 */
final class StoreOpener {

  private static final Logger LOG = System.getLogger(StoreOpener.class.getName());

  static final String PROPERTY = "mintmark.store";
  private static final String BEAN = "bean:";
  private static final String FILE = "file:";

  static final String LETTUCE =
      "org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory";
  private static final String MONGO = "com.mongodb.client.MongoClient";
  private static final String REDIS_STORE = "io.mintmark.store.redis.RedisStore";
  private static final String MONGO_STORE = "io.mintmark.store.mongodb.MongoStore";

  /** All classes that are looked up by name. */
  static final List<String> FOUND_BY_NAME =
      List.of(LETTUCE, MONGO, REDIS_STORE, MONGO_STORE, MongoStores.FACTORY);

  private final MintmarkProperties properties;
  private final Environment environment;
  private final ConfigurableListableBeanFactory beans;

  StoreOpener(
      MintmarkProperties properties,
      Environment environment,
      ConfigurableListableBeanFactory beans) {
    this.properties = properties;
    this.environment = environment;
    this.beans = beans;
  }

  /** A bean of the application, with the object that opens a store on it. */
  private record Own<C>(String name, C client, ClientStores<C> stores) {

    boolean fits() {
      return stores.fits(client);
    }

    String type() {
      return stores.type().getSimpleName();
    }

    String holds() {
      return stores.holds();
    }

    void check() {
      stores.check(type() + " '" + name + "'", client);
    }

    LateStore open(MintmarkProperties properties) {
      return LateStore.open(
          type() + " '" + name + "'",
          () -> stores.open(client, properties),
          properties.openTimeout());
    }
  }

  /**
   * Opens the store, in the background if it is not available yet.
   *
   * @param url names a store; empty to look for the application's own engine
   * @param bean the name of the store's bean, which must be closed before the client that the store
   *     uses
   */
  LateStore open(Optional<String> url, String bean) {
    if (url.isPresent() && !url.get().startsWith(BEAN)) {
      return url.get().startsWith(FILE)
          ? openFile(FileStoreProvider.directory(url.get()))
          : LateStore.open(url.get(), properties.openTimeout(), properties.claimTimeout());
    }
    Optional<Own<?>> own =
        url.isPresent() ? Optional.of(named(url.get().substring(BEAN.length()))) : theOnlyOne();
    if (own.isEmpty()) {
      return openEmbedded();
    }
    beans.registerDependentBean(own.get().name, bean);
    own.get().check();
    LOG.log(
        Level.INFO,
        "ids are claimed on the application''s {0} ''{1}''{2}",
        own.get().type(),
        own.get().name,
        own.get().holds());
    return own.get().open(properties);
  }

  private Own<?> named(String name) {
    if (!beans.containsBean(name)) {
      throw fault(Message.of(
          "no such bean: {}={}{}; these beans can be the store: {}",
          PROPERTY,
          BEAN,
          name,
          names(candidates())));
    }
    return candidates().stream()
        .filter(own -> own.name.equals(name))
        .findFirst()
        .orElseThrow(() -> fault(Message.of(
            "this bean cannot be the store: {}={}{}, type={}; these beans can: {}",
            PROPERTY,
            BEAN,
            name,
            String.valueOf(beans.getType(name)),
            names(candidates()))));
  }

  /**
   * Finds the application's only fitting engine. If there are several beans of one type, the
   * primary bean is used.
   */
  private Optional<Own<?>> theOnlyOne() {
    List<Own<?>> fitting = new ArrayList<>();
    clientStores().forEach(stores -> fitting.addAll(fitting(stores)));
    if (fitting.size() > 1) {
      throw fault(Message.of(
          "several beans of the application can be the store, and none is chosen: beans={}; choose"
              + " one with {}={}{}",
          names(fitting),
          PROPERTY,
          BEAN,
          fitting.get(0).name));
    }
    return fitting.stream().findFirst();
  }

  private <C> List<Own<C>> fitting(ClientStores<C> stores) {
    List<Own<C>> fitting = own(stores).stream().filter(Own::fits).toList();
    if (fitting.size() < 2) {
      return fitting;
    }
    C primary = beans.getBeanProvider(stores.type()).getIfUnique();
    List<Own<C>> chosen = fitting.stream().filter(own -> own.client == primary).toList();
    return chosen.isEmpty() ? fitting : chosen;
  }

  private List<Own<?>> candidates() {
    List<Own<?>> all = new ArrayList<>();
    clientStores().forEach(stores -> all.addAll(own(stores)));
    return all;
  }

  private <C> List<Own<C>> own(ClientStores<C> stores) {
    List<Own<C>> own = new ArrayList<>();
    beans
        .getBeansOfType(stores.type(), false, true)
        .forEach((name, client) -> own.add(new Own<>(name, client, stores)));
    return own;
  }

  private List<ClientStores<?>> clientStores() {
    List<ClientStores<?>> all = new ArrayList<>(List.of(new DataSourceStores()));
    if (isPresent(LETTUCE) && isPresent(REDIS_STORE)) {
      all.add(new RedisStores());
    }
    if (isPresent(MONGO) && isPresent(MONGO_STORE)) {
      all.add(MongoStores.of(beans));
    }
    return all;
  }

  private LateStore openEmbedded() {
    Path directory = Objects.requireNonNullElseGet(
            properties.directory(),
            () -> StoreChoice.userDirectory()
                .resolve("applications")
                .resolve(environment.getProperty("spring.application.name", "application")))
        .toAbsolutePath();
    LOG.log(
        Level.INFO,
        "ids are claimed in the embedded store of this host: directory={0}; {1}",
        directory,
        unusedEngine()
            .orElse("for processes on several hosts set mintmark.store to a shared engine"));
    if (Arrays.stream(environment.getActiveProfiles()).anyMatch(StoreOpener::isProduction)) {
      LOG.log(
          Level.WARNING,
          "the embedded store is used in production: profiles={0}, directory={1}; another host or"
              + " a container without this directory makes the same ids: set mintmark.store to an"
              + " engine that all copies of the application share",
          String.join(",", environment.getActiveProfiles()),
          directory);
    }
    return openFile(directory);
  }

  /**
   * Returns advice if the application has an engine that could be the store, but Mintmark's adapter
   * for this engine is missing.
   */
  private Optional<String> unusedEngine() {
    Map<String, String> adapters = new LinkedHashMap<>();
    adapters.put(LETTUCE, "redis");
    adapters.put(MONGO, "mongodb");
    return adapters.entrySet().stream()
        .filter(engine -> hasBean(engine.getKey()))
        .map(engine -> Message.of(
            "to claim them on the application's {} add io.mintmark:mintmark-store-{}",
            ClassUtils.getShortName(engine.getKey()),
            engine.getValue()))
        .findFirst();
  }

  private boolean hasBean(String type) {
    return isPresent(type)
        && beans.getBeanNamesForType(
                    ClassUtils.resolveClassName(type, beans.getBeanClassLoader()), false, false)
                .length
            > 0;
  }

  private boolean isPresent(String type) {
    return ClassUtils.isPresent(type, beans.getBeanClassLoader());
  }

  private LateStore openFile(Path directory) {
    return LateStore.open(
        FILE + directory,
        () -> SharedFileStore.open(directory, properties.claimTimeout()),
        properties.openTimeout());
  }

  private static boolean isProduction(String profile) {
    return profile.startsWith("prod") || profile.equals("live");
  }

  private static String names(List<Own<?>> own) {
    return own.stream()
        .map(each -> each.type() + " '" + each.name + "'")
        .toList()
        .toString();
  }

  private static ConfigurationException fault(String message) {
    return new ConfigurationException(PROPERTY, message);
  }
}
