import {
  company,
  embedding,
  identity,
  indexer,
  ledger,
  metering,
  notifier,
  search,
  vectors,
} from '@heliograph/proto';
import { createRpcClient, type ServiceDefinition } from '@heliograph/runtime';
import type { SystemLocation } from './locate-system';
import { locateService } from './services';

const serviceDefinitions: Readonly<Record<string, ServiceDefinition>> = {
  identity: identity.IdentityServiceService,
  ledger: ledger.LedgerServiceService,
  search: search.SearchServiceService,
  company: company.CompanyServiceService,
  metering: metering.MeteringServiceService,
  embedding: embedding.EmbeddingServiceService,
  vectors: vectors.VectorsServiceService,
  indexer: indexer.IndexerServiceService,
  notifier: notifier.NotifierServiceService,
};
export const ANSWER_WITHIN_MS = 2_000;

/** Asks the public programs of a running system, and every service with a known address, at once. */
export async function askWhetherReady(location: SystemLocation): Promise<Record<string, boolean>> {
  const publicPrograms = Object.entries(publicUrlsOf(location)).map(
    async ([name, url]) => [name, await answersReady(url)] as const,
  );
  const names = Object.keys(serviceDefinitions).filter((name) => location.addresses[name] !== undefined);
  const services = names.map(async (name) => [name, await isServing(location, name)] as const);
  return Object.fromEntries(await Promise.all([...publicPrograms, ...services]));
}

/** The URLs of the gateway and the dashboard that the system file names; in a cluster, none. */
export function publicUrlsOf({ file }: SystemLocation): Record<string, string> {
  if (file === undefined) return {};
  const { gatewayUrl: gateway, dashboardUrl: dashboard } = file;
  return { gateway, ...(dashboard !== undefined && { dashboard }) };
}

async function answersReady(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/readyz`, {
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      // A connection kept alive would delay the end of this program, and of the system.
      headers: { connection: 'close' },
    });
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
}

async function isServing(location: SystemLocation, name: string): Promise<boolean> {
  const definition = serviceDefinitions[name];
  if (definition === undefined) return false;
  const { address, credentials } = locateService(location, name);
  const client = createRpcClient(definition, {
    address,
    caller: 'admin',
    credentials,
    defaultTimeoutMs: ANSWER_WITHIN_MS,
  });
  try {
    return await client.isServing(ANSWER_WITHIN_MS);
  } finally {
    await client.close();
  }
}
