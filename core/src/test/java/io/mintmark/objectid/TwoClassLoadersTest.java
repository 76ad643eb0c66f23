package io.mintmark.objectid;

import static org.assertj.core.api.Assertions.assertThat;

import io.mintmark.testkit.Race;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Two applications in one container. Each has a class loader that loads its own copy of this
 * library.
 */
class TwoClassLoadersTest {

  private static final int IDS = 50_000;

  @Test
  void next_twoClassLoaders_useDifferentRandoms() throws Exception {
    URL library = ObjectId.class.getProtectionDomain().getCodeSource().getLocation();
    try (URLClassLoader one = loader(library);
        URLClassLoader two = loader(library)) {
      Method first = next(one);
      Method second = next(two);
      assertThat(first.getDeclaringClass()).isNotEqualTo(second.getDeclaringClass());

      List<List<String>> made = Race.run(2, thread -> {
        List<String> ids = new ArrayList<>(IDS);
        for (int i = 0; i < IDS; i++) {
          ids.add((thread == 0 ? first : second).invoke(null).toString());
        }
        return ids;
      });

      Set<String> all = new HashSet<>(made.get(0));
      all.addAll(made.get(1));
      assertThat(all).hasSize(2 * IDS);
      assertThat(randoms(made.get(0))).doesNotContainAnyElementsOf(randoms(made.get(1)));
    }
  }

  private static URLClassLoader loader(URL library) {
    return new URLClassLoader(new URL[] {library}, ClassLoader.getPlatformClassLoader());
  }

  private static Method next(ClassLoader loader) throws ReflectiveOperationException {
    return loader.loadClass(ObjectId.class.getName()).getMethod("next");
  }

  private static Set<String> randoms(List<String> ids) {
    Set<String> randoms = new HashSet<>();
    ids.forEach(id -> randoms.add(id.substring(8, 18)));
    return randoms;
  }
}
