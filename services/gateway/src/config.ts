import { DEFAULT_RATE_LIMITS } from '@heliograph/contract';
import { edgeSettingsOf, edgeVariables, type EdgeSettings, type RateLimits } from '@heliograph/edge';
import { integerSetting, loadConfig, serviceAddress, type SlotLimits } from '@heliograph/runtime';
import { z } from 'zod';
import { isPublicRoot } from './domain/public-root';

/** Where browsers and clients reach a program. */
const publicRoot = z
  .string()
  .refine(isPublicRoot, 'must be a URL like https://api.example.com')
  .transform((url) => url.replace(/\/+$/, ''));

const schema = z.object({
  ...edgeVariables,
  NOTIFIER_ADDRESS: serviceAddress.describe('gRPC address'),
  GATEWAY_PORT: integerSetting(0, 65_535).default(8080).describe('where the API listens'),
  GATEWAY_HOST: z.string().min(1).optional().describe('all addresses unless given'),
  REQUESTS_PER_MINUTE: integerSetting(1, 10_000_000)
    .default(DEFAULT_RATE_LIMITS.requests)
    .describe('per account'),
  LOGIN_REQUESTS_PER_MINUTE: integerSetting(1, 10_000_000)
    .default(120)
    .describe('per address, at the OAuth endpoints'),
  API_URL: publicRoot.optional().describe('public URL of the API; http://127.0.0.1:PORT unless given'),
  DASHBOARD_URL: publicRoot.default('http://127.0.0.1:8081').describe('public URL of the dashboard'),
  HELD_REQUESTS: integerSetting(1, 1_000_000)
    .default(20_000)
    .describe('for held /changes requests, in this process'),
  ACCOUNT_HELD_REQUESTS: integerSetting(1, 1_000_000)
    .default(60)
    .describe('for held /changes requests, per account'),
  CHARGE_TIMEOUT_MS: integerSetting(100, 60_000).default(4_000).describe('for a charge, including retries'),
});

/** The gateway's variables, for programs that pass them on. */
export const variables = schema.shape;

/** The gateway's configuration. Times are milliseconds. */
export interface GatewayConfig extends EdgeSettings {
  addresses: EdgeSettings['addresses'] & { notifier: string };
  limits: RateLimits;
  /** Per address, at the endpoints that issue tokens to the command-line client. */
  loginRequestsPerMinute: number;
  /** Where clients reach this gateway; undefined for this machine and its port. */
  apiUrl: string | undefined;
  /** Where users reach the dashboard; they approve logins of the command-line client there. */
  dashboardUrl: string;
  /** Limits of requests that wait for changes, in this process. */
  heldRequests: SlotLimits;
  /** For a charge, including all retries. */
  chargeTimeoutMs: number;
}

/** @throws ConfigError naming every issue at once. */
export function loadGatewayConfig(environment: NodeJS.ProcessEnv): GatewayConfig {
  const settings = loadConfig(schema, environment);
  const edge = edgeSettingsOf(settings);
  return {
    ...edge,
    addresses: { ...edge.addresses, notifier: settings.NOTIFIER_ADDRESS },
    http: { host: settings.GATEWAY_HOST, port: settings.GATEWAY_PORT },
    limits: { requests: settings.REQUESTS_PER_MINUTE, searches: settings.SEARCHES_PER_MINUTE },
    loginRequestsPerMinute: settings.LOGIN_REQUESTS_PER_MINUTE,
    apiUrl: settings.API_URL,
    dashboardUrl: settings.DASHBOARD_URL,
    heldRequests: { account: settings.ACCOUNT_HELD_REQUESTS, process: settings.HELD_REQUESTS },
    chargeTimeoutMs: settings.CHARGE_TIMEOUT_MS,
  };
}
