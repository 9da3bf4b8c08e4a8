import { identity, indexer, ledger, metering } from '@heliograph/proto';
import {
  callerVariables,
  createRpcClient,
  serviceAddress,
  ServiceError,
  uuidv7,
  type CallerCredentials,
  type OutgoingCall,
  type RpcClient,
  type ServiceDefinition,
} from '@heliograph/runtime';
import { CommandError } from '../failure';
import { isSystemAlive, notRunning, type SystemLocation } from './locate-system';

export type IdentityClient = RpcClient<typeof identity.IdentityServiceService>;
export type LedgerClient = RpcClient<typeof ledger.LedgerServiceService>;
type MeteringClient = RpcClient<typeof metering.MeteringServiceService>;
export type IndexerClient = RpcClient<typeof indexer.IndexerServiceService>;

const CALL_TIMEOUT_MS = 10_000;

/** Runs work with a connection to the identity service. */
export function withIdentity<T>(
  location: SystemLocation,
  work: (client: IdentityClient) => Promise<T>,
): Promise<T> {
  return withService(location, 'identity', identity.IdentityServiceService, work);
}

/** Runs work with a connection to the ledger, for calls without an account. */
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
 * Runs work with the ledger after checking that the account exists. The ledger creates any account it is asked about,
 * so money for a mistyped id would be lost.
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
 * Creates the context of one call.
 *
 * @param timeoutMs for calls that may take longer than the default.
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
  const { address, credentials } = locateService(location, name);
  const client = createRpcClient(definition, {
    address,
    caller: 'admin',
    credentials,
    defaultTimeoutMs: CALL_TIMEOUT_MS,
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
 * A service's address, and the credentials that identify this program as `heliograph-admin`.
 *
 * @throws CommandError that says how to start or name a system.
 */
export function locateService(
  location: SystemLocation,
  name: string,
): { address: string; credentials: CallerCredentials } {
  const { callerKey, sharedSecret } = location;
  const address = location.addresses[name];
  const variable = `${name.toUpperCase()}_ADDRESS`;
  if (address === undefined || callerKey === undefined)
    throw notRunning(location, `${variable} and CALLER_KEY`);
  const issue = serviceAddress.safeParse(address).error?.issues[0]?.message;
  if (issue !== undefined) throw new CommandError(`${variable} ${issue}`);
  const key = callerVariables.CALLER_KEY.safeParse(callerKey).error?.issues[0]?.message;
  if (key !== undefined) throw new CommandError(`CALLER_KEY ${key}`);
  return { address, credentials: { privateKey: callerKey, sharedSecret } };
}

/** Replaces an unavailability error: the system has stopped, or its service does not answer. */
function explained(error: unknown, location: SystemLocation, name: string, address: string): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'unavailable') return error;
  const fromFile = location.file?.addresses[name] === address;
  if (fromFile && !isSystemAlive(location)) return notRunning(location, `${name.toUpperCase()}_ADDRESS`);
  // A failed call has a cause; the service's own response has none, and says what it lacks.
  if (error.cause === undefined)
    return new CommandError(`the ${name} service cannot do it now: ${error.publicText}`);
  return new CommandError(
    `the ${name} service is not responding at ${address}: see the system's log, or try again`,
    undefined,
    {
      cause: error,
    },
  );
}
