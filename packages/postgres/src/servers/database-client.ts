import type { Client, ClientConfig } from 'pg';
import { describeServers, parseDatabaseUrl, type DatabaseServer, type DatabaseUrl } from './database-url';
import { RememberingClient } from './remembering-client';
import { ServerWatch } from './server-watch';
import { SuccessorWatch } from './successor-watch';

/** How to connect with a connection string: options of the driver's `Client` and `Pool`. */
interface DatabaseAccess {
  Client: typeof Client;
  connectionString: string;
}

/** One per address in this process, shared by all users and databases. */
const successorWatches = new Map<string, SuccessorWatch>();
/** By list of servers, then by connection string: pools of one database share a watch. */
const serverWatches = new Map<string, Map<string, ServerWatch>>();

/** Connects a client to the server that it chooses, if it has a choice. */
interface Watch {
  connect(client: Client, open: (server?: DatabaseServer) => Promise<unknown>): Promise<void>;
}

/**
 * A client for one address; for several servers, one that connects to the primary, or to a standby if requested.
 */
export function databaseAccess(connectionString: string): DatabaseAccess {
  const url = parseDatabaseUrl(connectionString);
  // The driver reports the issue.
  if (!url) return { Client: RememberingClient, connectionString };
  const first = url.first.toString();
  // Behind a socket is one server.
  if (url.servers.length === 1 && url.servers[0]!.host.startsWith('/'))
    return { Client: RememberingClient, connectionString: first };
  return { Client: clientOf(watchOf(connectionString, url)), connectionString: first };
}

/** A client from {@link databaseAccess}; not connected yet. */
export function createClient(config: ClientConfig & { connectionString: string }): Client {
  const access = databaseAccess(config.connectionString);
  return new access.Client({ ...config, connectionString: access.connectionString });
}

function watchOf(connectionString: string, url: DatabaseUrl): Watch {
  const address = describeServers(url.servers);
  if (url.servers.length > 1) {
    const watches = serverWatches.get(address) ?? new Map<string, ServerWatch>();
    serverWatches.set(address, watches);
    const watch = watches.get(connectionString) ?? new ServerWatch(url, watches);
    watches.set(connectionString, watch);
    return watch;
  }
  const watch = successorWatches.get(address) ?? new SuccessorWatch(url);
  successorWatches.set(address, watch);
  return { connect: (client, open) => watch.connect(client, open, url) };
}

function clientOf(watch: Watch): typeof Client {
  return class extends RememberingClient {
    override connect(): Promise<Client>;
    override connect(callback: (error: Error) => void): void;
    override connect(callback?: (error: Error) => void): Promise<Client> | void {
      const connecting = this.connectToChosen();
      if (!callback) return connecting;
      connecting.then(() => callback(undefined as unknown as Error), callback);
    }

    private async connectToChosen(): Promise<Client> {
      await watch.connect(this, (server) => {
        // The driver reads these when it connects, and when a statement is canceled.
        Object.assign(this, server);
        return super.connect();
      });
      return this;
    }
  };
}
