package io.mintmark.hibernate;

import io.mintmark.Mintmark;
import io.mintmark.config.Config;
import io.mintmark.config.FieldIds;
import io.mintmark.error.ConfigurationException;
import io.mintmark.error.Message;
import io.mintmark.generator.Generator;
import io.mintmark.mapper.MintmarkId;
import io.mintmark.mapper.MintmarkIdGenerator;
import java.lang.reflect.Member;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.hibernate.generator.GeneratorCreationContext;
import org.hibernate.resource.beans.container.spi.BeanContainer;
import org.hibernate.service.spi.Stoppable;
import org.jspecify.annotations.Nullable;

/**
 * The source of a session factory's generators: the application's Mintmark bean, or a Mintmark that
 * the settings under {@code hibernate.mintmark} describe. A Mintmark from settings is opened for
 * the first entity that needs it, and closed with the factory's services. Thread-safe.
 *
 * <p>A service of Hibernate is {@code Serializable}, so the fields are transient. Hibernate never
 * serializes a service.
 */
final class GeneratorSource implements MintmarkIdGenerator.Source, Stoppable {

  private static final long serialVersionUID = 1L;

  /** The prefix of the settings' keys. */
  static final String PREFIX = "hibernate.mintmark.";

  private static final String CONFIG = "config";

  private final transient Map<String, String> settings;
  private final transient @Nullable BeanContainer beans;

  /**
   * The configuration, loaded when it is first needed. This field and the next are guarded by this
   * object's lock.
   */
  private transient @Nullable Config config;

  private transient @Nullable Mintmark opened;

  /**
   * Stores the settings and the beans; opens nothing.
   *
   * @param settings the settings under the prefix, by their keys without the prefix
   * @param beans the application's beans, if there are any
   */
  GeneratorSource(Map<String, String> settings, @Nullable BeanContainer beans) {
    this.settings = new TreeMap<>(settings);
    this.beans = beans;
  }

  @Override
  public MintmarkIdGenerator.Ids find(
      MintmarkId annotation, Member member, GeneratorCreationContext context) {
    IdProperty property = IdProperty.of(annotation, member, context);
    return new EntityIds(property, find(property))::idFor;
  }

  /**
   * Finds the generator that a property names.
   *
   * @throws ConfigurationException if there is neither a bean nor a store in the settings, if there
   *     are both a bean and settings, if there is no such generator, or if a setting is wrong
   */
  private synchronized Generator find(IdProperty property) {
    Optional<Mintmark> bean = beans == null ? Optional.empty() : MintmarkBean.in(beans);
    if (bean.isPresent() && !settings.isEmpty()) {
      throw property.fault(Message.of(
          "the application has a Mintmark bean, and settings describe another one: settings={};"
              + " remove these, or the bean",
          settings.keySet().stream().map(key -> PREFIX + key).toList()));
    }
    if (bean.isPresent()) {
      return FieldIds.find(bean.get(), property.generator(), property.place());
    }
    if (settings.isEmpty()) {
      throw property.fault(Message.of(
          "no Mintmark is configured: the application does not have exactly one bean of type {},"
              + " and neither {}store nor {}config is set",
          Mintmark.class.getName(),
          PREFIX,
          PREFIX));
    }
    return open(property);
  }

  private Generator open(IdProperty property) {
    if (config == null) {
      config = read();
    }
    String name = property.generator();
    if (!config.generators().containsKey(name)) {
      throw FieldIds.unknown(name, List.copyOf(config.generators().keySet()), property.place());
    }
    if (opened == null) {
      String store = config
          .store()
          .orElseThrow(() -> property.fault(Message.of(
              "no store is given: set {}store, for example to jdbc:postgresql://host/database",
              PREFIX)));
      opened = Mintmark.open(store);
    }
    return Objects.requireNonNull(config.only(name).open(opened).get(name));
  }

  private Config read() {
    Map<String, String> flat = new TreeMap<>(settings);
    String file = flat.remove(CONFIG);
    Config given = Config.of(flat, key -> PREFIX + key);
    if (file == null) {
      return given;
    }
    if (!given.generators().isEmpty()) {
      throw new ConfigurationException(
          PREFIX + CONFIG,
          Message.of(
              "generators are in a file and also in settings: config={}, generators={}; move these"
                  + " into the file",
              file,
              given.generators().keySet()));
    }
    Config read = Config.load(Path.of(file));
    return given.store().map(read::on).orElse(read);
  }

  /** Closes the Mintmark that this object opened. */
  @Override
  public synchronized void stop() {
    if (opened != null) {
      opened.close();
    }
  }
}
