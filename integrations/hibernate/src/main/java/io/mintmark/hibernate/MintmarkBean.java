package io.mintmark.hibernate;

import io.mintmark.Mintmark;
import java.util.Optional;
import org.hibernate.resource.beans.container.spi.BeanContainer;
import org.hibernate.resource.beans.container.spi.BeanContainer.LifecycleOptions;
import org.hibernate.resource.beans.spi.BeanInstanceProducer;

/** Looks for the application's Mintmark among its beans: Spring's, or those of CDI. */
final class MintmarkBean {

  /** Has the container give the bean that there is, and make none. */
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

  /** What the container is told to do when it has no such bean. */
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
   * Finds it.
   *
   * @return the bean; empty if there is none, or several of which none is the first choice
   */
  static Optional<Mintmark> in(BeanContainer beans) {
    try {
      return Optional.of(beans.getBean(Mintmark.class, AS_IT_IS, NONE).getBeanInstance());
    } catch (NoBean e) {
      return Optional.empty();
    }
  }

  /** Never leaves this class. */
  private static final class NoBean extends IllegalStateException {

    private static final long serialVersionUID = 1L;
  }
}
