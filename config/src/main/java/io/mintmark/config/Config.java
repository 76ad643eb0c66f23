package io.mintmark.config;

import io.mintmark.Mintmark;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.SettingsDamagedException;
import io.mintmark.error.SettingsMismatchException;
import io.mintmark.generator.Generator;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * A configuration: the store to open and the generators to make.
 *
 * @param store the store's URL; empty if the file does not set it
 * @param generators the generators by name, in the file's order
 * @param autoCreate further names that become sequences on first use; the first pattern that
 *     matches a name applies
 * @param maxAutoCreated the largest number of auto-created names that a process holds at a time
 * @param server the server's settings, for the server to read
 */
public record Config(
    Optional<String> store,
    Map<String, Configured> generators,
    List<AutoCreate> autoCreate,
    int maxAutoCreated,
    Section server) {

  /** The settings at the top of a file. Generators and the server have tables of their own. */
  public static final List<Setting<?>> TABLE = ConfigFile.TABLE;

  private static final String GENERATORS = "generators.";

  /**
   * Keeps unmodifiable copies.
   *
   * @param store the store's URL; empty if the file does not set it
   * @param generators the generators by name
   * @param autoCreate further names that become sequences on first use
   * @param maxAutoCreated the largest number of auto-created names that a process holds at a time
   * @param server the server's settings
   */
  public Config {
    generators = Collections.unmodifiableMap(new LinkedHashMap<>(generators));
    autoCreate = List.copyOf(autoCreate);
  }

  /**
   * Returns the configuration that applies without a file, and with a file that names no
   * generators.
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
        Optional.empty(),
        generators,
        List.of(any),
        new SettingValues().get(ConfigFile.MAX_AUTO_CREATED),
        Section.NONE);
  }

  /**
   * Returns the settings of a configured generator, or of the sequence that the name becomes on
   * first use.
   *
   * @param name a generator's name
   * @return its settings
   * @throws ConfigurationException if no generator has this name and auto-create does not match it
   */
  public Configured named(String name) {
    return find(name)
        .orElseThrow(() -> new ConfigurationException(
            "generator '" + name + "'",
            "no generator has this name, and auto-create makes none of this name"));
  }

  /**
   * Finds the settings of a configured generator, or of the sequence that the name becomes on first
   * use.
   *
   * @param name a generator's name
   * @return its settings; empty if no generator has this name and auto-create does not match it
   */
  public Optional<Configured> find(String name) {
    return Optional.ofNullable(generators.get(name)).or(() -> autoCreated(name));
  }

  /**
   * Finds the settings that auto-create gives to a name.
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
   * Reduces the configuration to one generator. Opening a generator may send claims, so generators
   * that are not needed should not be opened.
   *
   * @param name a generator's name; if it is not configured, it can still be auto-created
   * @return a configuration with this generator and the generators from which its keys take their
   *     database
   */
  public Config only(String name) {
    Map<String, Configured> needed = new LinkedHashMap<>();
    addTo(needed, name);
    return with(needed);
  }

  /** Adds a generator after the generators from which its keys take their database. */
  private void addTo(Map<String, Configured> ordered, String name) {
    Configured own = generators.get(name);
    if (own != null && ordered.putIfAbsent(name, own) == null) { // Ends with a circle too.
      own.settings().routeFrom().ifPresent(lender -> addTo(ordered, lender));
      ordered.remove(name);
      ordered.put(name, own);
    }
  }

  /**
   * Removes the generators that the caller may not see.
   *
   * @param seen true for each name that stays
   * @return a configuration with these generators only, for display
   */
  public Config seen(Predicate<String> seen) {
    Map<String, Configured> left = new LinkedHashMap<>(generators);
    left.keySet().removeIf(seen.negate());
    return with(left);
  }

  /**
   * Replaces the generators.
   *
   * @param others the new generators by name
   * @return this configuration, with the new generators instead of the present ones
   */
  public Config with(Map<String, Configured> others) {
    return new Config(store, others, autoCreate, maxAutoCreated, server);
  }

  /**
   * Replaces the store.
   *
   * @param url the URL of the new store
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
   * @param mint opens the generators and closes them; the caller closes it
   * @return generators by name; each follows the generator that its {@code route-from} names
   * @throws ConfigurationException if some generators cannot be opened as configured, or were used
   *     with other settings before; the message names all of them
   * @throws SettingsDamagedException if the settings of a generator in the store (on a line of
   *     their own) were changed from outside
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
   * @param mint opens the generators and closes them; the caller closes it
   * @param spoilt receives each generator whose settings in the store (on a line of their own) were
   *     changed from outside. This is not a fault of the configuration, so the other generators are
   *     opened
   * @return the other generators by name; each follows the generator that its {@code route-from}
   *     names
   * @throws ConfigurationException if some generators cannot be opened as configured, or were used
   *     with other settings before; the message names all of them
   * @throws io.mintmark.error.StoreUnavailableException if the store is out of reach
   */
  public Map<String, Generator> open(
      Mintmark mint, BiConsumer<String, SettingsDamagedException> spoilt) {
    Map<String, Generator> opened = new LinkedHashMap<>();
    List<String> faults = new ArrayList<>();
    Map<String, Configured> lendersFirst = new LinkedHashMap<>();
    generators.keySet().forEach(name -> addTo(lendersFirst, name));
    lendersFirst.forEach((name, configured) -> {
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
   * Reads a YAML file.
   *
   * @param file the file's path
   * @return the configuration
   * @throws ConfigurationException if the file cannot be read or anything in it is wrong; the
   *     message states the file, line and key of every fault
   */
  public static Config load(Path file) {
    return ConfigFile.read(file);
  }

  /**
   * Reads settings whose keys have dots, as frameworks pass them: {@code store},
   * {@code generators.orders.format}. A generator's name cannot contain a dot here.
   *
   * @param settings values by key
   * @param place returns the text with which messages name a key, for example
   *     {@code hibernate.mintmark.store}
   * @return the configuration, without auto-created names
   * @throws ConfigurationException if a key is unknown or missing or a value is wrong; the message
   *     has every fault
   */
  public static Config of(Map<String, String> settings, UnaryOperator<String> place) {
    Map<String, String> top = new TreeMap<>();
    Map<String, Map<String, String>> byName = new TreeMap<>();
    settings.forEach((key, text) -> {
      int dot = key.startsWith(GENERATORS) ? key.indexOf('.', GENERATORS.length()) : -1;
      Map<String, String> texts =
          dot < 0 ? top : byName.computeIfAbsent(key.substring(0, dot), name -> new TreeMap<>());
      texts.put(key.substring(dot + 1), text);
    });
    SettingReader reader = new SettingReader(top, place);
    Optional<String> store = reader.read(ConfigFile.STORE);
    // There is never a value under this key: all keys with this prefix were given to the
    // generators. Reading this key adds it to the list of known settings in messages.
    Optional<String> unused = reader.read(GENERATORS + "NAME.SETTING", text -> text);
    reader.refuseUnread("a configuration");
    Map<String, Section> sections = new LinkedHashMap<>();
    byName.forEach((key, texts) -> sections.put(
        key.substring(GENERATORS.length()),
        new Section(texts, setting -> place.apply(setting.isEmpty() ? key : key + "." + setting))));
    Map<String, Configured> generators = Configured.readAll(sections, reader.faults());
    generators.forEach((name, each) -> {
      if (!each.ignored().isEmpty()) {
        reader.fault(
            GENERATORS + name + "." + Configured.IGNORE.key(),
            "there is no server here whose commands it could ignore");
      }
    });
    reader.check("configuration");
    return new Config(store, generators, List.of(), standard().maxAutoCreated(), Section.NONE);
  }
}
