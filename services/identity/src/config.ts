import {
  integerSetting,
  loadConfig as load,
  rpcServiceSettings,
  rpcServiceVariables,
} from '@heliograph/runtime';
import { z } from 'zod';
import { isSafeUrl, type OpenIdSettings } from './openid/settings';

const publicUrl = z
  .string()
  .refine(isSafeUrl, 'must be an https URL, or an http one of this machine (localhost, 127.0.0.1, [::1])')
  .transform((url) => url.replace(/\/+$/, ''));

const schema = z
  .object({
    ...rpcServiceVariables(6),
    KEY_USE_INTERVAL_MS: integerSetting(10, 3_600_000).default(60_000),
    EXPIRED_ROWS_INTERVAL_MS: integerSetting(10, 3_600_000).default(60_000),
    // The issuer is compared to what it says of itself, so its last slash stays.
    OIDC_ISSUER_URL: z
      .string()
      .refine(isSafeUrl, 'must be an https URL, or an http one of this machine (localhost, 127.0.0.1, [::1])')
      .optional(),
    // Inside a cluster, where connections are private already.
    OIDC_BACK_CHANNEL_URL: z
      .string()
      .regex(/^https?:\/\/[^\s/?#@]+\/?$/, 'must be http://host:port or https://host:port')
      .optional(),
    OIDC_CLIENT_ID: z.string().optional(),
    OIDC_CLIENT_SECRET: z.string().optional(),
    OIDC_SCOPES: z
      .string()
      .refine((scopes) => scopes.split(' ').includes('openid'), 'must include openid')
      .default('openid email profile'),
    OIDC_OPERATOR_CLAIM: z.string().optional(),
    OIDC_OPERATOR_VALUE: z.string().optional(),
    DASHBOARD_URL: publicUrl.optional(),
    SESSION_IDLE_MINUTES: integerSetting(1, 43_200).default(720),
    SESSION_MAXIMUM_HOURS: integerSetting(1, 8_760).default(168),
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

/** Its variables, for what hands them out. */
export const variables = schema.shape;

/** Identity's settings; README.md says what each means. */
export type Config = ReturnType<typeof loadConfig>;

/** @throws ConfigError naming every fault. */
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

/** Undefined without an issuer: then sign-in is disabled. */
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
    operatorRule: claim === undefined || value === undefined ? undefined : { claim, value },
    dashboardUrl,
  };
}
