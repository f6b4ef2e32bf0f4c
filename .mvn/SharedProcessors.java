import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The class loader of javac's plugins, one for all compilations of a Maven run. javac makes a new
 * one for each, in which Error Prone is loaded and warmed up again, for 3 s of processor time.
 * It takes this one instead ({@code -XDprocloader} in pom.xml) when {@code ./dev} has compiled it
 * and {@code .mvn/jvm.config} finds it.
 */
public final class SharedProcessors extends ClassLoader {

  private static final Map<List<String>, ClassLoader> LOADERS = new ConcurrentHashMap<>();

  /** What javac asks for: the jars of its plugins, and its own class loader. */
  public SharedProcessors(URL[] jars, ClassLoader parent) {
    super(
        LOADERS.computeIfAbsent(
            Arrays.stream(jars).map(URL::toString).toList(), _ -> new URLClassLoader(jars, parent)));
  }
}
