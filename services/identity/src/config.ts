import {
  credentialSetting,
  integerSetting,
  loadConfig as load,
  rpcServiceSettings,
  rpcServiceVariables,
  serverUrl,
} from '@heliograph/runtime';
import { z } from 'zod';
import { isSafeUrl, type OpenIdSettings } from './openid/settings';

const safeUrl = z
  .string()
  .refine(isSafeUrl, 'must be an https URL, or an http one of this machine (localhost, 127.0.0.1, [::1])');
const publicUrl = safeUrl.transform((url) => url.replace(/\/+$/, ''));

const schema = z
  .object({
    ...rpcServiceVariables(6),
    KEY_USE_INTERVAL_MS: integerSetting(10, 3_600_000)
      .default(60_000)
      .describe('between writes of last-used times'),
    EXPIRED_ROWS_INTERVAL_MS: integerSetting(10, 3_600_000)
      .default(60_000)
      .describe('between removals of expired rows'),
    // The issuer is compared with its own metadata, so its trailing slash stays.
    OIDC_ISSUER_URL: safeUrl
      .optional()
      .describe('exactly as the issuer identifies itself; without it, sign-in is disabled'),
    // May be http: inside a cluster, connections are already private.
    OIDC_BACK_CHANNEL_URL: serverUrl
      .optional()
      .describe("the issuer's address for this program, if different"),
    OIDC_CLIENT_ID: credentialSetting
      .optional()
      .describe('required with an issuer; redirect URI: DASHBOARD_URL/auth/callback'),
    OIDC_CLIENT_SECRET: credentialSetting.optional().describe('without it, a public client with PKCE only'),
    OIDC_SCOPES: z
      .string()
      .refine((scopes) => scopes.split(' ').includes('openid'), 'must include openid')
      .default('openid email profile')
      .describe('requested at sign-in'),
    OIDC_TRUST_EMAIL: z
      .enum(['true', 'false'], 'must be true or false')
      .default('false')
      .describe(
        'takes every address as verified, for issuers without email_verified; never if users choose theirs',
      ),
    OIDC_OPERATOR_CLAIM: z
      .string()
      .optional()
      .describe('claim that makes operators, with OIDC_OPERATOR_VALUE'),
    OIDC_OPERATOR_VALUE: z.string().optional().describe('value, or list item, of that claim'),
    DASHBOARD_URL: publicUrl.optional().describe('public origin of the dashboard; required with an issuer'),
    SESSION_IDLE_MINUTES: integerSetting(1, 43_200)
      .default(720)
      .describe('ends a browser session that its user leaves'),
    SESSION_MAXIMUM_HOURS: integerSetting(1, 8_760).default(168).describe('ends any browser session'),
  })
  .superRefine((variables, context) => {
    const needs = (
      name: 'OIDC_CLIENT_ID' | 'DASHBOARD_URL' | 'OIDC_OPERATOR_CLAIM' | 'OIDC_OPERATOR_VALUE',
    ) => {
      if (variables[name] === undefined)
        context.addIssue({ code: 'custom', path: [name], message: 'is missing' });
    };
    if (variables.OIDC_ISSUER_URL !== undefined) {
      needs('OIDC_CLIENT_ID');
      needs('DASHBOARD_URL');
    }
    if (variables.OIDC_OPERATOR_CLAIM !== undefined) needs('OIDC_OPERATOR_VALUE');
    if (variables.OIDC_OPERATOR_VALUE !== undefined) needs('OIDC_OPERATOR_CLAIM');
  });

/** The schema's variables, for programs that pass them on. */
export const variables = schema.shape;

/** Identity's settings; `--variables` says what each means. */
export type Config = ReturnType<typeof loadConfig>;

/** @throws ConfigError naming every issue. */
export function loadConfig(environment: NodeJS.ProcessEnv) {
  const settings = load(schema, environment);
  return {
    ...rpcServiceSettings(settings),
    keyUseIntervalMs: settings.KEY_USE_INTERVAL_MS,
    expiredRowsIntervalMs: settings.EXPIRED_ROWS_INTERVAL_MS,
    openId: openIdSettings(settings),
    sessionLifetime: {
      idleMinutes: settings.SESSION_IDLE_MINUTES,
      maximumHours: settings.SESSION_MAXIMUM_HOURS,
    },
  };
}

/** Undefined without an issuer, which disables sign-in. */
function openIdSettings(settings: z.output<typeof schema>): OpenIdSettings | undefined {
  const { OIDC_ISSUER_URL: issuerUrl, OIDC_CLIENT_ID: clientId, DASHBOARD_URL: dashboardUrl } = settings;
  if (issuerUrl === undefined || clientId === undefined || dashboardUrl === undefined) return undefined;
  const { OIDC_OPERATOR_CLAIM: claim, OIDC_OPERATOR_VALUE: value } = settings;
  return {
    issuerUrl,
    backChannelUrl: settings.OIDC_BACK_CHANNEL_URL,
    clientId,
    clientSecret: settings.OIDC_CLIENT_SECRET,
    scopes: settings.OIDC_SCOPES,
    trustsEmail: settings.OIDC_TRUST_EMAIL === 'true',
    operatorRule: claim === undefined || value === undefined ? undefined : { claim, value },
    dashboardUrl,
  };
}
