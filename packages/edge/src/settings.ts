import { DEFAULT_RATE_LIMITS } from '@heliograph/contract';
import { z } from 'zod';
import {
  callerCredentials,
  callerVariables,
  integerSetting,
  previousSecretSetting,
  redisUrl,
  runtimeSettings,
  secretSetting,
  serviceAddress,
  type CallerCredentials,
  type SlotLimits,
} from '@heliograph/runtime';

/** A host, `host:port`, or `*`. */
const HOST = /^(?:\*|[A-Za-z0-9._-]+(?::\d{1,5})?|\[?[0-9A-Fa-f:.]+\]?(?::\d{1,5})?)$/;

/** Variables of every public HTTP service; spread into its own `z.object`. */
export const edgeVariables = {
  ...runtimeSettings,
  ...callerVariables,
  HEADERS_TIMEOUT_MS: integerSetting(100, 600_000).default(10_000).describe("for a request's headers"),
  REQUEST_TIMEOUT_MS: integerSetting(100, 600_000).default(15_000).describe('for a whole request'),
  WRITE_TIMEOUT_MS: integerSetting(100, 600_000).default(30_000).describe('for a client to read its answer'),
  MAXIMUM_CONNECTIONS: integerSetting(1, 1_000_000).default(4_096).describe('total open connections'),
  MAXIMUM_CONNECTIONS_PER_ADDRESS: integerSetting(0, 1_000_000)
    .optional()
    .describe('per address (IPv6: per /64); 512 unless behind proxies; 0: same as the total'),
  ALLOWED_HOSTS: z
    .string()
    .transform((text) => text.split(',').map((name) => name.trim()))
    .refine((names) => names.every((name) => HOST.test(name)), 'must be host names, separated by commas')
    .default([])
    .describe('more host names to accept, separated by commas; * allows all'),
  DRAIN_DELAY_MS: integerSetting(0, 60_000)
    .default(3_000)
    .describe('how long a stop waits for keep-alive clients'),
  IDENTITY_ADDRESS: serviceAddress.describe('gRPC address'),
  LEDGER_ADDRESS: serviceAddress.describe('gRPC address'),
  SEARCH_ADDRESS: serviceAddress.describe('gRPC address'),
  COMPANY_ADDRESS: serviceAddress.describe('gRPC address'),
  METERING_ADDRESS: serviceAddress.describe('gRPC address'),
  CURSOR_SECRET: secretSetting.describe(
    'signs cursors; at least 32 characters, the same for all gateways and dashboards',
  ),
  CURSOR_SECRET_PREVIOUS: previousSecretSetting
    .optional()
    .describe('still accepted while the secret is rotated'),
  REDIS_URL: redisUrl.optional().describe('shares rate-limit windows; without it, each process counts alone'),
  SEARCHES_PER_MINUTE: integerSetting(1, 10_000_000)
    .default(DEFAULT_RATE_LIMITS.searches)
    .describe('per account'),
  REJECTED_CREDENTIALS_PER_MINUTE: integerSetting(1, 10_000_000).default(600).describe('per address'),
  ACCOUNT_REQUESTS_IN_FLIGHT: integerSetting(1, 1_000_000).default(64).describe('per account'),
  REQUESTS_IN_FLIGHT: integerSetting(1, 1_000_000).default(1_000).describe('in this process'),
  TRUSTED_PROXIES: integerSetting(0, 10)
    .default(0)
    .describe('proxies in front that append to X-Forwarded-For'),
  EARLIEST_ACTIVITY_DATE: z.iso
    .date('must be a date written YYYY-MM-DD')
    .default('2026-08-30')
    .describe('earliest dateFrom and dateTo'),
  SEARCH_TIMEOUT_MS: integerSetting(100, 60_000)
    .default(5_000)
    .describe('for a search, including retries and embedding'),
};

type EdgeVariables = z.output<z.ZodObject<typeof edgeVariables>>;

/** The configuration of every public service. Times are milliseconds. */
export interface EdgeSettings {
  /** Without a host, listens on all addresses. */
  http: { host: string | undefined; port: number };
  connections: ConnectionLimits;
  /** Host names that clients may use, in addition to those in other settings. */
  allowedHosts: readonly string[];
  operations: { host: string; port: number };
  addresses: { identity: string; ledger: string; search: string; company: string; metering: string };
  credentials: CallerCredentials;
  /** Signs cursors; those signed with the previous secret are still accepted. */
  cursorSecrets: { current: string; previous?: string | undefined };
  redisUrl: string | undefined;
  /** Per client address (IPv6: network). */
  rejectedCredentialsPerMinute: number;
  /** Limits of requests in flight in this process. */
  slots: SlotLimits;
  /** Proxies in front that each append the address they see to X-Forwarded-For. */
  trustedProxies: number;
  /** `YYYY-MM-DD` */
  earliestActivityDate: string;
  /** For a search including its retries. */
  searchTimeoutMs: number;
  /**
   * Delay between `/readyz` turning 503 and the port closing, for load balancers and for clients that keep connections;
   * ends early once there are none.
   */
  drainDelayMs: number;
  /** Time for requests in flight to finish. */
  shutdownTimeoutMs: number;
  logLevel: string;
}

/**
 * The values of {@link edgeVariables} under their names in code; the service's own host and port are separate
 * variables.
 */
export function edgeSettingsOf(settings: EdgeVariables): Omit<EdgeSettings, 'http'> {
  return {
    connections: connectionLimitsOf(settings),
    allowedHosts: settings.ALLOWED_HOSTS,
    operations: { host: settings.METRICS_HOST, port: settings.METRICS_PORT },
    addresses: {
      identity: settings.IDENTITY_ADDRESS,
      ledger: settings.LEDGER_ADDRESS,
      search: settings.SEARCH_ADDRESS,
      company: settings.COMPANY_ADDRESS,
      metering: settings.METERING_ADDRESS,
    },
    credentials: callerCredentials(settings),
    cursorSecrets: { current: settings.CURSOR_SECRET, previous: settings.CURSOR_SECRET_PREVIOUS },
    redisUrl: settings.REDIS_URL,
    rejectedCredentialsPerMinute: settings.REJECTED_CREDENTIALS_PER_MINUTE,
    slots: { account: settings.ACCOUNT_REQUESTS_IN_FLIGHT, process: settings.REQUESTS_IN_FLIGHT },
    trustedProxies: settings.TRUSTED_PROXIES,
    earliestActivityDate: settings.EARLIEST_ACTIVITY_DATE,
    searchTimeoutMs: settings.SEARCH_TIMEOUT_MS,
    drainDelayMs: settings.DRAIN_DELAY_MS,
    shutdownTimeoutMs: settings.SHUTDOWN_TIMEOUT_MS,
    logLevel: settings.LOG_LEVEL,
  };
}

/** A server's connection limits. Times are milliseconds. */
export interface ConnectionLimits {
  /** Until all of a request's headers have arrived; also for a silent connection. */
  headersTimeoutMs: number;
  /** Until the whole request has arrived. */
  requestTimeoutMs: number;
  /** Until a client has read a finished response. */
  writeTimeoutMs: number;
  maximumConnections: number;
  /** Per address, or per IPv6 /64; an IPv6 /48 may have a quarter of the total. 0 means the same as the total. */
  maximumConnectionsPerAddress: number;
}

/** Default per address: enough for an office behind one address, too few for a flood. */
const USUAL_CONNECTIONS_PER_ADDRESS = 512;

/** Behind proxies, every connection comes from a proxy's address, so only an explicit limit applies. */
function connectionLimitsOf(settings: EdgeVariables): ConnectionLimits {
  const usual = settings.TRUSTED_PROXIES > 0 ? 0 : USUAL_CONNECTIONS_PER_ADDRESS;
  return {
    headersTimeoutMs: settings.HEADERS_TIMEOUT_MS,
    requestTimeoutMs: settings.REQUEST_TIMEOUT_MS,
    writeTimeoutMs: settings.WRITE_TIMEOUT_MS,
    maximumConnections: settings.MAXIMUM_CONNECTIONS,
    maximumConnectionsPerAddress: settings.MAXIMUM_CONNECTIONS_PER_ADDRESS ?? usual,
  };
}
