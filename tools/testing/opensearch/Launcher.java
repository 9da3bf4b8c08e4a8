import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.transport.Netty4Plugin;

/** One node of OpenSearch with HTTP on 127.0.0.1, out of libraries alone. Arguments: its directory and its port. */
public class Launcher {
  static class LibraryNode extends Node {
    LibraryNode(Environment environment) {
      super(environment, List.of(Netty4Plugin.class), false);
    }
  }

  public static void main(String[] arguments) throws Exception {
    Path home = Path.of(arguments[0]);
    Settings settings =
        Settings.builder()
            .put("path.home", home)
            .put("node.name", "node")
            .put("discovery.type", "single-node")
            .put("network.host", "127.0.0.1")
            .put("http.port", arguments[1])
            .put("transport.type", "netty4")
            .put("transport.port", "0")
            .put("http.type", "netty4")
            .put("cluster.routing.allocation.disk.threshold_enabled", false)
            .build();
    Path configuration = home.resolve("config");
    new LibraryNode(
            InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), configuration, () -> "node"))
        .start();
    new CountDownLatch(1).await();
  }
}
