package io.mintmark.config;

import io.mintmark.Mintmark;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.error.SettingsDamagedException;
import io.mintmark.error.SettingsMismatchException;
import io.mintmark.generator.Generator;
import io.mintmark.inspect.Inspector;
import io.mintmark.inspect.KnownKey;
import io.mintmark.inspect.KnownPrefix;
import io.mintmark.inspect.OpaqueForm;
import io.mintmark.opaque.OpaqueKey;
import io.mintmark.snowflake.SnowflakeLayout;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A configuration: which store to open, and which generators to make.
 *
 * @param store the store's URL, if the file has one
 * @param generators by their names, in the file's order
 * @param autoCreate which further names become sequences when asked for; the first that matches
 * @param maxAutoCreated how many such names one process makes
 * @param server how a server runs, for the server to read
 */
public record Config(
    Optional<String> store,
    Map<String, Configured> generators,
    List<AutoCreate> autoCreate,
    int maxAutoCreated,
    Section server) {

  /**
   * Keeps unmodifiable copies.
   *
   * @param store the store's URL, if the file has one
   * @param generators by their names
   * @param autoCreate which further names become sequences when asked for
   * @param maxAutoCreated how many such names one process makes
   * @param server how a server runs
   */
  public Config {
    generators = Collections.unmodifiableMap(new LinkedHashMap<>(generators));
    autoCreate = List.copyOf(autoCreate);
  }

  /**
   * Returns what holds without a file, and with one that names no generators.
   *
   * @return {@code objectid}, {@code uuid}, {@code snowflake}, and a sequence for any other name
   */
  public static Config standard() {
    Map<String, Configured> generators = new LinkedHashMap<>();
    for (String type : List.of("objectid", "uuid", "snowflake")) {
      generators.put(type, standard(type));
    }
    AutoCreate any = new AutoCreate(NamePattern.ANY, standard("sequence"));
    return new Config(
        Optional.empty(), generators, List.of(any), ConfigFile.maxAutoCreated(), Section.NONE);
  }

  /**
   * Finds what a name is, or becomes when it is first asked for.
   *
   * @param name a generator's name
   * @return its settings
   * @throws ConfigurationException if there is no such generator, and none is made by asking
   */
  public Configured named(String name) {
    return find(name)
        .orElseThrow(() -> new ConfigurationException(
            "generator '" + name + "'",
            "no generator has this name, and auto-create makes none of this name"));
  }

  /**
   * Finds what a name is, or becomes when it is first asked for.
   *
   * @param name a generator's name
   * @return its settings; empty if there is no such generator, and none is made by asking
   */
  public Optional<Configured> find(String name) {
    return Optional.ofNullable(generators.get(name)).or(() -> autoCreated(name));
  }

  /**
   * Finds what a name would become if it were auto-created.
   *
   * @param name a generator's name
   * @return a sequence's settings; empty if no pattern of auto-create matches
   */
  public Optional<Configured> autoCreated(String name) {
    return autoCreate.stream()
        .filter(candidate -> candidate.names().matches(name))
        .map(AutoCreate::configured)
        .findFirst();
  }

  /**
   * Leaves out all other generators, as opening a generator may claim for it.
   *
   * @param name a generator's name; if none is configured by it, it can still be auto-created
   * @return a configuration with it alone, and with those whose keys lend theirs a database
   */
  public Config only(String name) {
    Map<String, Configured> needed = new LinkedHashMap<>();
    String next = name;
    while (next != null && generators.containsKey(next) && !needed.containsKey(next)) {
      needed.put(next, generators.get(next));
      next = generators.get(next).settings().routeFrom().orElse(null);
    }
    return with(needed);
  }

  /**
   * Leaves out what somebody may not see.
   *
   * @param seen which names stay
   * @return a configuration with these generators alone, to be looked at
   */
  public Config seen(Predicate<String> seen) {
    Map<String, Configured> left = new LinkedHashMap<>(generators);
    left.keySet().removeIf(seen.negate());
    return with(left);
  }

  /**
   * Takes other generators.
   *
   * @param others by their names
   * @return this configuration with them alone
   */
  public Config with(Map<String, Configured> others) {
    return new Config(store, others, autoCreate, maxAutoCreated, server);
  }

  /**
   * Takes another store.
   *
   * @param url the store's
   * @return this configuration on that store
   */
  public Config on(String url) {
    return new Config(Optional.of(url), generators, autoCreate, maxAutoCreated, server);
  }

  private static Configured standard(String type) {
    GeneratorSettings settings = GeneratorSettings.of(Map.of("type", type), key -> key);
    return new Configured(settings, Set.of(), Configured.BUILT_IN);
  }

  /**
   * Opens every configured generator.
   *
   * @param mint what hands them out; stays the caller's to close, and closes them
   * @return generators by their names, those whose keys lend their database before borrowers
   * @throws ConfigurationException if some cannot be opened as they are configured, or were used
   *     with other settings before; all of them are named
   * @throws SettingsDamagedException if the line of some generator's settings was changed by somebody
   * @throws io.mintmark.error.StoreUnavailableException if the store is out of reach
   */
  public Map<String, Generator> open(Mintmark mint) {
    return open(mint, (name, fault) -> {
      throw fault;
    });
  }

  /**
   * Opens every configured generator that can be opened.
   *
   * @param mint what hands them out; stays the caller's to close, and closes them
   * @param spoilt is told of each generator whose line of settings was changed by somebody: that is
   *     no fault of the configuration, and the others need not wait for its repair
   * @return the others by their names, those whose keys lend their database before borrowers
   * @throws ConfigurationException if some cannot be opened as they are configured, or were used
   *     with other settings before; all of them are named
   * @throws io.mintmark.error.StoreUnavailableException if the store is out of reach
   */
  public Map<String, Generator> open(
      Mintmark mint, BiConsumer<String, SettingsDamagedException> spoilt) {
    Map<String, Generator> opened = new LinkedHashMap<>();
    List<String> faults = new ArrayList<>();
    lendersFirst().forEach((name, configured) -> {
      try {
        opened.put(name, configured.settings().open(mint, name));
      } catch (ConfigurationException e) {
        e.faults().forEach(fault -> faults.add(configured.place() + ": " + fault));
      } catch (SettingsMismatchException e) {
        faults.add(configured.place() + ": " + e.getMessage());
      } catch (SettingsDamagedException e) {
        spoilt.accept(name, e);
      }
    });
    if (!faults.isEmpty()) {
      throw new ConfigurationException("configuration", faults);
    }
    return opened;
  }

  /**
   * Orders the generators as they have to be opened.
   *
   * @return the same ones, those whose keys lend their database before those that borrow it
   */
  public Map<String, Configured> lendersFirst() {
    Map<String, Configured> ordered = new LinkedHashMap<>();
    generators.keySet().forEach(name -> {
      List<Map.Entry<String, Configured>> chain =
          new ArrayList<>(only(name).generators.entrySet());
      Collections.reverse(chain);
      chain.forEach(each -> ordered.putIfAbsent(each.getKey(), each.getValue()));
    });
    return ordered;
  }

  /**
   * Returns what takes ids apart. It says of opaque ids no more than that they may be such.
   *
   * @param clock tells which times are plausible
   * @return an inspector that knows every configured layout and key, and the presets
   */
  public Inspector inspector(InstantSource clock) {
    return inspector(clock, (name, settings) -> OpaqueForm.withoutKey());
  }

  /**
   * Returns what takes ids apart, opaque ones too if this process can read their key's file. Of the
   * others it says why it cannot, with the file's path.
   *
   * @param clock tells which times are plausible
   * @return an inspector that knows every configured layout and key, and the presets
   */
  public Inspector inspectorWithKeys(InstantSource clock) {
    return inspector(clock, (name, settings) -> settings.opaqueForm(name));
  }

  /**
   * Takes another file for the key of opaque ids, on a host that has it elsewhere.
   *
   * @param file the key's
   * @return this configuration, with that file for each generator that has an {@code
   *     opaque-key-file}
   * @throws ConfigurationException if the file has no key, if no generator has one, or if several
   *     files are named: with the wrong key a reading looks as right as with the right one
   */
  public Config withOpaqueKey(Path file) {
    OpaqueKey unused = OpaqueKey.fromFile(file);
    Set<String> files = new TreeSet<>();
    generators.values().forEach(one -> one.settings().opaqueKeyFile().ifPresent(files::add));
    if (files.size() != 1) {
      throw new ConfigurationException(
          "opaque key",
          files.isEmpty()
              ? "no generator has an opaque-key-file, so none of their ids is opaque"
              : Message.of(
                  "generators have several keys, and this can be only one of them:"
                      + " opaque-key-file={}; name its file in the configuration",
                  files));
    }
    Map<String, Configured> keyed = new LinkedHashMap<>();
    generators.forEach((name, one) -> keyed.put(name, one.withOpaqueKey(file)));
    return with(keyed);
  }

  private Inspector inspector(
      InstantSource clock, BiFunction<String, GeneratorSettings, OpaqueForm> hidden) {
    Map<String, SnowflakeLayout> layouts = new LinkedHashMap<>();
    Map<String, KnownKey> keys = new LinkedHashMap<>();
    Map<String, KnownPrefix> prefixes = new LinkedHashMap<>();
    Map<String, OpaqueForm> opaque = new LinkedHashMap<>();
    Map<String, Map<String, String>> notes = new LinkedHashMap<>();
    generators.forEach((name, configured) -> {
      configured.settings().snowflakeLayout().ifPresent(layout -> layouts.put(name, layout));
      configured.settings().knownKey().ifPresent(key -> keys.put(name, key));
      configured
          .settings()
          .prefix()
          .filter(prefix -> !prefix.type().equals("typeid"))
          .ifPresent(prefix -> prefixes.put(name, prefix));
      if (configured.settings().isOpaque()) {
        opaque.put(name, hidden.apply(name, configured.settings()));
      }
      notes.put(name, configured.settings().notes());
    });
    return Inspector.of(clock, layouts, keys, prefixes, opaque, notes);
  }

  /**
   * Lists the settings of a file, beside those of each generator and of the server.
   *
   * @return a row for each
   */
  public static List<Setting<?>> table() {
    return ConfigFile.TABLE;
  }

  /**
   * Reads a YAML file.
   *
   * @param file where it is
   * @return what it says
   * @throws ConfigurationException if it cannot be read or anything in it is wrong; every fault
   *     says file, line and key
   */
  public static Config load(Path file) {
    return ConfigFile.read(file);
  }

  /**
   * Reads settings under the keys of a file with dots between, as frameworks have them: {@code
   * store}, {@code generators.orders.format}. A generator's name has no dot in it here.
   *
   * @param settings values by their keys
   * @param place says where a key stands, for the start of each fault: for example {@code
   *     hibernate.mintmark.store}
   * @return the configuration; it has no auto-created names
   * @throws ConfigurationException if a key is unknown or missing or a value is wrong; every fault
   *     is named
   */
  public static Config of(Map<String, String> settings, UnaryOperator<String> place) {
    return FlatConfig.read(settings, place);
  }
}
