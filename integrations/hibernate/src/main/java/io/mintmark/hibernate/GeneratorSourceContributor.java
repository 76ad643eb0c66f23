package io.mintmark.hibernate;

import io.mintmark.mapper.MintmarkIdGenerator;
import java.util.Map;
import java.util.TreeMap;
import org.hibernate.boot.registry.StandardServiceInitiator;
import org.hibernate.boot.registry.StandardServiceRegistryBuilder;
import org.hibernate.resource.beans.spi.ManagedBeanRegistry;
import org.hibernate.service.spi.ServiceContributor;
import org.hibernate.service.spi.ServiceRegistryImplementor;

/**
 * Adds a {@link GeneratorSource} to each session factory's services. Hibernate finds this class
 * with {@link java.util.ServiceLoader}.
 */
public final class GeneratorSourceContributor implements ServiceContributor {

  /** Called by Hibernate. */
  public GeneratorSourceContributor() {}

  @Override
  public void contribute(StandardServiceRegistryBuilder services) {
    services.addInitiator(new Initiator());
  }

  private static final class Initiator
      implements StandardServiceInitiator<MintmarkIdGenerator.Source> {

    @Override
    public Class<MintmarkIdGenerator.Source> getServiceInitiated() {
      return MintmarkIdGenerator.Source.class;
    }

    @Override
    public GeneratorSource initiateService(
        Map<String, Object> all, ServiceRegistryImplementor registry) {
      Map<String, String> settings = new TreeMap<>();
      all.forEach((key, value) -> {
        if (key.startsWith(GeneratorSource.PREFIX)) {
          settings.put(key.substring(GeneratorSource.PREFIX.length()), value.toString());
        }
      });
      return new GeneratorSource(
          settings, registry.requireService(ManagedBeanRegistry.class).getBeanContainer());
    }
  }
}
