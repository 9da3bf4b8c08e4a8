import { edgeSettingsOf, edgeVariables, type EdgeSettings, type RateLimits } from '@heliograph/edge';
import { ConfigError, integerSetting, loadConfig, serviceAddress } from '@heliograph/runtime';
import { join } from 'node:path';
import { z } from 'zod';
import { microsOfDollars } from './domain/money';
import { isOrigin, isSafeForCookies } from './domain/public-url';

/** Only the build is served, even when running from sources, as in tests. */
const DIST = join(__dirname, '..', 'dist');

const publicOrigin = z
  .string()
  .refine(isOrigin, 'must be http:// or https:// with a host and optionally a port, and nothing after it');

const httpUrl = z
  .string()
  .refine(
    (text) => /^https?:\/\/[^\s?#]*[^\s?#/]$/.test(text) && URL.canParse(text),
    'must be a URL that starts with http:// or https:// and does not end with a slash',
  );

const ascii = z.string().regex(/^[\x21-\x7e]+$/, 'must be ASCII without spaces');

const schema = z.object({
  ...edgeVariables,
  NODE_ENV: z.string().optional().describe('production refuses the development issuer and payments'),
  NOTIFIER_ADDRESS: serviceAddress.describe('gRPC address'),
  INDEXER_ADDRESS: serviceAddress
    .optional()
    .describe('gRPC address; without it the operator console shows no embedding figures'),
  PROMETHEUS_URL: httpUrl
    .optional()
    .describe('Prometheus that scrapes the gateway; the operator console shows refused requests from it'),
  DASHBOARD_PORT: integerSetting(0, 65_535).default(8081).describe('where the dashboard listens'),
  DASHBOARD_HOST: z
    .string()
    .min(1)
    .optional()
    .describe('all addresses unless given; 127.0.0.1 with the development issuer or payments'),
  DASHBOARD_URL: publicOrigin
    .refine(
      isSafeForCookies,
      'must be https unless it names this machine: browsers keep no session over plain http',
    )
    .optional()
    .describe('public origin, https unless loopback; http://127.0.0.1:PORT unless given'),
  API_URL: httpUrl
    .default('http://127.0.0.1:8080')
    .describe('public URL of the API, for the commands that pages show'),
  SESSION_REQUESTS_PER_MINUTE: integerSetting(1, 10_000_000).default(600).describe('per user of an account'),
  SIGN_IN_REQUESTS_PER_MINUTE: integerSetting(1, 10_000_000).default(120).describe('per address, at /auth'),
  DEVELOPMENT_ISSUER: z
    .enum(['true', 'false'], 'must be true or false')
    .default('false')
    .describe('serves an issuer where anyone can sign in as anyone'),
  DEVELOPMENT_EMAIL: z.string().max(254).optional().describe('prefilled at the development issuer'),
  OIDC_CLIENT_ID: ascii.optional().describe('of the development issuer'),
  OIDC_CLIENT_SECRET: ascii.optional().describe('of the development issuer'),
  PAYMENT_PROVIDER: z
    .enum(['stripe', 'development', 'none'], 'must be stripe, development or none')
    .default('none')
    .describe('stripe, development, or none'),
  STRIPE_SECRET_KEY: ascii.optional().describe('required with stripe'),
  STRIPE_WEBHOOK_SECRET: ascii.optional().describe('signing secret of the webhook; required with stripe'),
  STRIPE_API_URL: publicOrigin.optional().describe('for tests'),
  LOW_BALANCE_USD: z
    .string()
    .regex(/^\d{1,7}(?:\.\d{1,2})?$/, 'must be dollars, such as 2 or 2.50')
    .default('2')
    .describe('balance below which the dashboard warns'),
  SUBSCRIPTION_USD: z
    .string()
    .regex(/^(?!0+(?:\.0+)?$)\d{1,5}(?:\.\d{1,2})?$/, 'must be dollars, such as 20 or 19.90')
    .optional()
    .describe('monthly price; without it no subscription is offered (development payments: 20)'),
  SUBSCRIPTION_CLI_RECORDS: integerSetting(1, 1_000_000_000)
    .default(5_000)
    .describe('command-line records of a subscription per month'),
});

/** So that you can try it on one machine. */
const DEVELOPMENT_SUBSCRIPTION_USD = '20';

/** The environment variables, for programs that pass them on. */
export const variables = schema.shape;

/** How payments arrive. */
export type PaymentSettings =
  | { kind: 'none' }
  | { kind: 'development' }
  | {
      kind: 'stripe';
      secretKey: string;
      webhookSecret: string;
      /** Replaces Stripe's own URL; for tests. */
      apiUrl: string | undefined;
    };

/** The subscription on offer. */
export interface PlanOffer {
  /** Per month. Micro-dollars. */
  priceMicros: bigint;
  /** Command-line records per period. */
  cliRecords: number;
}

/** The issuer this process serves, for development on one machine and for tests. */
interface DevelopmentIssuerConfig {
  clientId: string;
  clientSecret: string;
  /** Prefilled in the sign-in form. */
  email: string | undefined;
}

/** The dashboard's configuration. Times are milliseconds. */
export interface DashboardConfig extends EdgeSettings {
  addresses: EdgeSettings['addresses'] & { notifier: string; /** Undefined: not asked. */ indexer?: string };
  /** The dashboard's public origin; undefined: the loopback address with its own port. */
  publicUrl: string | undefined;
  /** Public root of the data API, without a trailing slash. */
  apiUrl: string;
  /** Under `/api/app/v1`: requests per account and user, searches per account. */
  sessionLimits: RateLimits;
  /** Per address, under `/auth`. */
  signInRequestsPerMinute: number;
  /** Undefined: an external issuer. */
  developmentIssuer: DevelopmentIssuerConfig | undefined;
  payments: PaymentSettings;
  /** Undefined: not offered. */
  planOffer: PlanOffer | undefined;
  /** A lower balance counts as low. Micro-dollars. */
  lowBalanceMicros: bigint;
  /** Root of Prometheus's HTTP API, without a trailing slash. */
  prometheusUrl?: string;
  /** Vite's output. */
  webDirectory: string;
  /** The built documentation, with `llms.txt`. */
  docsDirectory: string;
  /** The packed command-line client and SDK. */
  downloadsDirectory: string;
}

/** @throws ConfigError naming all issues at once. */
export function loadDashboardConfig(environment: NodeJS.ProcessEnv): DashboardConfig {
  const problems = crossVariableIssues(environment);
  let settings: z.output<typeof schema> | undefined;
  try {
    settings = loadConfig(schema, environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    problems.unshift(...error.problems);
  }
  if (settings === undefined || problems.length > 0) throw new ConfigError(problems);
  const edge = edgeSettingsOf(settings);
  return {
    ...edge,
    addresses: {
      ...edge.addresses,
      notifier: settings.NOTIFIER_ADDRESS,
      ...(settings.INDEXER_ADDRESS !== undefined && { indexer: settings.INDEXER_ADDRESS }),
    },
    ...(settings.PROMETHEUS_URL !== undefined && { prometheusUrl: settings.PROMETHEUS_URL }),
    http: { host: settings.DASHBOARD_HOST ?? safeHost(settings), port: settings.DASHBOARD_PORT },
    publicUrl: settings.DASHBOARD_URL,
    apiUrl: settings.API_URL,
    sessionLimits: {
      requests: settings.SESSION_REQUESTS_PER_MINUTE,
      searches: settings.SEARCHES_PER_MINUTE,
    },
    signInRequestsPerMinute: settings.SIGN_IN_REQUESTS_PER_MINUTE,
    developmentIssuer:
      settings.DEVELOPMENT_ISSUER === 'true'
        ? {
            clientId: settings.OIDC_CLIENT_ID!,
            clientSecret: settings.OIDC_CLIENT_SECRET!,
            email: settings.DEVELOPMENT_EMAIL,
          }
        : undefined,
    payments: paymentSettings(settings),
    planOffer: planOffer(settings),
    lowBalanceMicros: microsOfDollars(settings.LOW_BALANCE_USD),
    webDirectory: join(DIST, 'web'),
    docsDirectory: join(DIST, 'docs'),
    downloadsDirectory: join(DIST, 'downloads'),
  };
}

/** The default where anyone can sign in as anyone or pay without money: this machine only. */
function safeHost({
  DEVELOPMENT_ISSUER,
  PAYMENT_PROVIDER,
}: Pick<z.output<typeof schema>, 'DEVELOPMENT_ISSUER' | 'PAYMENT_PROVIDER'>): string | undefined {
  return DEVELOPMENT_ISSUER === 'true' || PAYMENT_PROVIDER === 'development' ? '127.0.0.1' : undefined;
}

/** Variables that are valid on their own but not in combination. */
function crossVariableIssues(environment: NodeJS.ProcessEnv): string[] {
  const { NODE_ENV, DEVELOPMENT_ISSUER, PAYMENT_PROVIDER } = environment;
  const issues: string[] = [];
  const need = (reason: string, ...names: string[]) => {
    for (const name of names) if (!environment[name]) issues.push(`${name} is required with ${reason}`);
  };
  if (DEVELOPMENT_ISSUER === 'true') {
    if (NODE_ENV === 'production') {
      issues.push(
        'DEVELOPMENT_ISSUER: lets anyone sign in as anyone, so it is not allowed with NODE_ENV=production',
      );
    }
    need('DEVELOPMENT_ISSUER=true', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET');
  }
  if (PAYMENT_PROVIDER === 'development' && NODE_ENV === 'production') {
    issues.push(
      'PAYMENT_PROVIDER: development gives balance away, so it is not allowed with NODE_ENV=production',
    );
  }
  if (PAYMENT_PROVIDER === 'stripe') {
    need('PAYMENT_PROVIDER=stripe', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET');
  }
  return issues;
}

function planOffer(settings: z.output<typeof schema>): PlanOffer | undefined {
  const { PAYMENT_PROVIDER: provider, SUBSCRIPTION_CLI_RECORDS: cliRecords } = settings;
  const usd =
    settings.SUBSCRIPTION_USD ?? (provider === 'development' ? DEVELOPMENT_SUBSCRIPTION_USD : undefined);
  if (provider === 'none' || usd === undefined) return undefined;
  return { priceMicros: microsOfDollars(usd), cliRecords };
}

function paymentSettings(settings: z.output<typeof schema>): PaymentSettings {
  if (settings.PAYMENT_PROVIDER !== 'stripe') return { kind: settings.PAYMENT_PROVIDER };
  return {
    kind: 'stripe',
    secretKey: settings.STRIPE_SECRET_KEY!,
    webhookSecret: settings.STRIPE_WEBHOOK_SECRET!,
    apiUrl: settings.STRIPE_API_URL,
  };
}
