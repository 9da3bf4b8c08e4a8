import {
  connectionLimitsOf,
  publicServerVariables,
  type ConnectionLimits,
  type RateLimits,
  type SlotLimits,
} from '@heliograph/edge';
import {
  callerCredentials,
  callerVariables,
  integerSetting,
  loadConfig,
  runtimeSettings,
  secretSetting,
  serviceAddress,
  type CallerCredentials,
} from '@heliograph/runtime';
import { z } from 'zod';
import { isCalendarDate, type CursorSecrets } from '@heliograph/signal-search';
import { isPublicRoot } from './domain/public-root';

/** What people's browsers and clients reach a program at. */
const publicRoot = z
  .string()
  .refine(isPublicRoot, 'must be a URL like https://api.example.com')
  .transform((url) => url.replace(/\/+$/, ''));

const schema = z.object({
  ...runtimeSettings,
  ...callerVariables,
  ...publicServerVariables,
  GATEWAY_PORT: integerSetting(0, 65_535).default(8080),
  GATEWAY_HOST: z.string().min(1).optional(),
  IDENTITY_ADDRESS: serviceAddress,
  LEDGER_ADDRESS: serviceAddress,
  SEARCH_ADDRESS: serviceAddress,
  COMPANY_ADDRESS: serviceAddress,
  METERING_ADDRESS: serviceAddress,
  CURSOR_SECRET: secretSetting,
  CURSOR_SECRET_PREVIOUS: secretSetting.optional(),
  REDIS_URL: z
    .string()
    .regex(/^rediss?:\/\//, 'must start with redis:// or rediss://')
    .optional(),
  REQUESTS_PER_MINUTE: integerSetting(1, 10_000_000).default(600),
  SEARCHES_PER_MINUTE: integerSetting(1, 10_000_000).default(300),
  ACCOUNT_REQUESTS_IN_FLIGHT: integerSetting(1, 1_000_000).default(64),
  REQUESTS_IN_FLIGHT: integerSetting(1, 1_000_000).default(1_000),
  REJECTED_CREDENTIALS_PER_MINUTE: integerSetting(1, 10_000_000).default(600),
  LOGIN_REQUESTS_PER_MINUTE: integerSetting(1, 10_000_000).default(120),
  API_URL: publicRoot.optional(),
  DASHBOARD_URL: publicRoot.default('http://127.0.0.1:8081'),
  TRUSTED_PROXIES: integerSetting(0, 10).default(0),
  EARLIEST_ACTIVITY_DATE: z
    .string()
    .refine(isCalendarDate, 'must be a date written YYYY-MM-DD')
    .default('2026-08-30'),
  SEARCH_TIMEOUT_MS: integerSetting(100, 60_000).default(5_000),
  CHARGE_TIMEOUT_MS: integerSetting(100, 60_000).default(4_000),
});

/** The names of its variables, for what hands them out. */
export const gatewayVariables: readonly string[] = Object.keys(schema.shape);

/** What the gateway is told from outside. Times are milliseconds. */
export interface GatewayConfig {
  http: { host: string | undefined; port: number };
  connections: ConnectionLimits;
  /** Names that clients may ask for, besides those in the other settings. */
  allowedHosts: readonly string[];
  operations: { host: string; port: number };
  addresses: { identity: string; ledger: string; search: string; company: string; metering: string };
  credentials: CallerCredentials;
  cursorSecrets: CursorSecrets;
  redisUrl: string | undefined;
  limits: RateLimits;
  /** Of requests in flight in this process. */
  slots: SlotLimits;
  rejectedCredentialsPerMinute: number;
  /** Of an address, at the endpoints where the command-line client gets its tokens. */
  loginRequestsPerMinute: number;
  /** Where clients reach this gateway; undefined: at this machine, at its port. */
  apiUrl: string | undefined;
  /** Where people reach the dashboard: logins of the command-line client are approved there. */
  dashboardUrl: string;
  /** Proxies in front of the gateway that each append the address they see to X-Forwarded-For. */
  trustedProxies: number;
  /** `YYYY-MM-DD` */
  earliestActivityDate: string;
  /** For a search with all its retries. */
  searchTimeoutMs: number;
  /** For a charge with all its retries. */
  chargeTimeoutMs: number;
  /** Between readiness going off and the door closing, for load balancers and for clients that keep connections; while there are any. */
  drainDelayMs: number;
  /** For requests in flight to finish. */
  shutdownTimeoutMs: number;
  logLevel: string;
}

/** @throws ConfigError naming every fault at once. */
export function loadGatewayConfig(environment: NodeJS.ProcessEnv): GatewayConfig {
  const settings = loadConfig(schema, environment);
  return {
    http: { host: settings.GATEWAY_HOST, port: settings.GATEWAY_PORT },
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
    limits: { requests: settings.REQUESTS_PER_MINUTE, searches: settings.SEARCHES_PER_MINUTE },
    slots: { account: settings.ACCOUNT_REQUESTS_IN_FLIGHT, process: settings.REQUESTS_IN_FLIGHT },
    rejectedCredentialsPerMinute: settings.REJECTED_CREDENTIALS_PER_MINUTE,
    loginRequestsPerMinute: settings.LOGIN_REQUESTS_PER_MINUTE,
    apiUrl: settings.API_URL,
    dashboardUrl: settings.DASHBOARD_URL,
    trustedProxies: settings.TRUSTED_PROXIES,
    earliestActivityDate: settings.EARLIEST_ACTIVITY_DATE,
    searchTimeoutMs: settings.SEARCH_TIMEOUT_MS,
    chargeTimeoutMs: settings.CHARGE_TIMEOUT_MS,
    drainDelayMs: settings.DRAIN_DELAY_MS,
    shutdownTimeoutMs: settings.SHUTDOWN_TIMEOUT_MS,
    logLevel: settings.LOG_LEVEL,
  };
}
