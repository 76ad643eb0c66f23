package io.mintmark.hibernate;

import io.mintmark.Mintmark;
import java.util.Optional;
import org.hibernate.resource.beans.container.spi.BeanContainer;
import org.hibernate.resource.beans.container.spi.BeanContainer.LifecycleOptions;
import org.hibernate.resource.beans.spi.BeanInstanceProducer;

/** Finds the application's Mintmark among its beans in Spring or CDI. */
final class MintmarkBean {

  /** Makes the container return the existing bean, without creating one. */
  private static final LifecycleOptions AS_IT_IS = new LifecycleOptions() {
    @Override
    public boolean canUseCachedReferences() {
      return false;
    }

    @Override
    public boolean useJpaCompliantCreation() {
      return false;
    }
  };

  /** Called by the container if it has no Mintmark bean. */
  private static final BeanInstanceProducer NONE = new BeanInstanceProducer() {
    @Override
    public <B> B produceBeanInstance(Class<B> type) {
      throw new NoBean();
    }

    @Override
    public <B> B produceBeanInstance(String name, Class<B> type) {
      throw new NoBean();
    }
  };

  private MintmarkBean() {}

  /**
   * Finds the bean.
   *
   * @return the bean; empty if there is none, or if there are several and none is primary
   */
  static Optional<Mintmark> in(BeanContainer beans) {
    try {
      return Optional.of(beans.getBean(Mintmark.class, AS_IT_IS, NONE).getBeanInstance());
    } catch (NoBean e) {
      return Optional.empty();
    }
  }

  /** Thrown and caught only in this class. */
  private static final class NoBean extends IllegalStateException {

    private static final long serialVersionUID = 1L;
  }
}
