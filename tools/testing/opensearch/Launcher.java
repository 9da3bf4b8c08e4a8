import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.opensearch.common.settings.Settings;
import org.opensearch.env.Environment;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.transport.Netty4Plugin;

/**
 * Runs one OpenSearch node on 127.0.0.1 from libraries alone. Arguments: its directory, its HTTP port, its transport
 * port, and the transport ports of all nodes in its cluster, separated by commas.
 */
public class Launcher {
  static class LibraryNode extends Node {
    LibraryNode(Environment environment) {
      super(environment, List.of(Netty4Plugin.class), false);
    }
  }

  public static void main(String[] arguments) throws Exception {
    Path home = Path.of(arguments[0]);
    String name = arguments[2];
    List<String> nodes = List.of(arguments[3].split(","));
    Settings.Builder discovery = Settings.builder();
    if (nodes.size() == 1) discovery.put("discovery.type", "single-node");
    else {
      discovery.putList("discovery.seed_hosts", nodes.stream().map(port -> "127.0.0.1:" + port).toList());
      discovery.putList("cluster.initial_cluster_manager_nodes", nodes);
    }
    Settings settings =
        Settings.builder()
            .put("path.home", home)
            .put(discovery.build())
            .put("node.name", name)
            .put("network.host", "127.0.0.1")
            .put("http.port", arguments[1])
            .put("transport.type", "netty4")
            .put("transport.port", arguments[2])
            .put("http.type", "netty4")
            .put("cluster.routing.allocation.disk.threshold_enabled", false)
            .build();
    Path configuration = home.resolve("config");
    new LibraryNode(
            InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), configuration, () -> name))
        .start();
    new CountDownLatch(1).await();
  }
}
