import { identity, indexer, ledger, metering } from '@heliograph/proto';
import {
  createRpcClient,
  serviceAddress,
  ServiceError,
  uuidv7,
  type OutgoingCall,
  type RpcClient,
  type ServiceDefinition,
} from '@heliograph/runtime';
import { CommandError } from '../failure';
import { isSystemAlive, notRunning, type SystemLocation } from './locate-system';

export type IdentityClient = RpcClient<typeof identity.IdentityServiceService>;
export type LedgerClient = RpcClient<typeof ledger.LedgerServiceService>;
export type MeteringClient = RpcClient<typeof metering.MeteringServiceService>;
export type IndexerClient = RpcClient<typeof indexer.IndexerServiceService>;

const callTimeoutMs = 10_000;

/** Runs work with a connection to the identity service. */
export function withIdentity<T>(
  location: SystemLocation,
  work: (client: IdentityClient) => Promise<T>,
): Promise<T> {
  return withService(location, 'identity', identity.IdentityServiceService, work);
}

/** Runs work with a connection to the ledger, for what names no account. */
export function withLedger<T>(
  location: SystemLocation,
  work: (client: LedgerClient) => Promise<T>,
): Promise<T> {
  return withService(location, 'ledger', ledger.LedgerServiceService, work);
}

/** Runs work with a connection to metering. */
export function withMetering<T>(
  location: SystemLocation,
  work: (client: MeteringClient) => Promise<T>,
): Promise<T> {
  return withService(location, 'metering', metering.MeteringServiceService, work);
}

/** Runs work with a connection to the indexer. */
export function withIndexer<T>(
  location: SystemLocation,
  work: (client: IndexerClient) => Promise<T>,
): Promise<T> {
  return withService(location, 'indexer', indexer.IndexerServiceService, work);
}

/**
 * Runs work with the ledger for an account that exists. The ledger itself opens every account it is told of, so a mistyped id
 * would take the money.
 *
 * @throws ServiceError `not_found`
 */
export async function withLedgerAccount<T>(
  location: SystemLocation,
  accountId: string,
  work: (client: LedgerClient) => Promise<T>,
): Promise<T> {
  await withIdentity(location, (client) => client.getAccount({ id: accountId }, call()));
  return withLedger(location, work);
}

/**
 * The context of one call.
 *
 * @param timeoutMs for a call that may take longer than others do.
 */
export function call(timeoutMs?: number): OutgoingCall {
  return { requestId: uuidv7(), timeoutMs };
}

async function withService<Service extends ServiceDefinition, T>(
  location: SystemLocation,
  name: string,
  definition: Service,
  work: (client: RpcClient<Service>) => Promise<T>,
): Promise<T> {
  const { address, secret } = whereIs(location, name);
  const client = createRpcClient(definition, {
    address,
    caller: 'admin',
    secret,
    defaultTimeoutMs: callTimeoutMs,
  });
  try {
    return await work(client);
  } catch (error) {
    throw explained(error, location, name, address);
  } finally {
    await client.close();
  }
}

/**
 * Address and secret of a service.
 *
 * @throws CommandError that says how to start or name a system.
 */
export function whereIs(location: SystemLocation, name: string): { address: string; secret: string } {
  const { secret } = location;
  const address = location.addresses[name];
  const variable = `${name.toUpperCase()}_ADDRESS`;
  if (address === undefined || secret === undefined)
    throw notRunning(location, `${variable} and INTERNAL_SECRET`);
  const fault = serviceAddress.safeParse(address).error?.issues[0]?.message;
  if (fault !== undefined) throw new CommandError(`${variable} ${fault}`);
  return { address, secret };
}

/** An unreachable service is explained by a system that is gone, where that is so. */
function explained(error: unknown, location: SystemLocation, name: string, address: string): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'unavailable') return error;
  const fromFile = location.file?.addresses[name] === address;
  if (fromFile && !isSystemAlive(location)) return notRunning(location, `${name.toUpperCase()}_ADDRESS`);
  return new CommandError(
    `the ${name} service does not answer at ${address}: see the system's log, or try again`,
    undefined,
    {
      cause: error,
    },
  );
}
