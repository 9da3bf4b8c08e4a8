import {
  databaseRoleName,
  databaseRoleNames,
  givenRolePasswords,
  roleVariable,
  type DatabaseRole,
} from '@heliograph/postgres';
import {
  ConfigError,
  databaseUrl,
  integerSetting,
  loadConfig,
  runtimeSettings,
  secretSetting,
} from '@heliograph/runtime';
import { z } from 'zod';
import { withSafeHosts } from './development';
import { services } from './program-list';

const port = integerSetting(1, 65_535);

/** What `npm start` itself reads. The rest is for the services, which check it. */
const schema = z.object({
  HELIOGRAPH_HOME: z.string(),
  NODE_ENV: z.string().optional(),
  GATEWAY_PORT: port.default(8080),
  /**
   * The address to listen on. By default, loopback while the development issuer or development payments are on,
   * otherwise all addresses.
   */
  GATEWAY_HOST: z.string().min(1).optional(),
  /** 0 takes any free port. */
  DASHBOARD_PORT: integerSetting(0, 65_535).default(8081),
  DASHBOARD_HOST: z.string().min(1).optional(),
  /** Where browsers find the dashboard and the API, if not on this machine. */
  DASHBOARD_URL: z.string().optional(),
  API_URL: z.string().optional(),
  /** The issuer for sign-in; without one, outside production, one is served here. */
  OIDC_ISSUER_URL: z.string().optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_OPERATOR_CLAIM: z.string().optional(),
  OIDC_OPERATOR_VALUE: z.string().optional(),
  PAYMENT_PROVIDER: z.enum(['stripe', 'development', 'none']).optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  DATABASE_URL: databaseUrl.optional(),
  REDIS_URL: z.string().optional(),
  KAFKA_BROKERS: z.string().optional(),
  QDRANT_URL: z.string().optional(),
  LOG_LEVEL: runtimeSettings.LOG_LEVEL,
  CURSOR_SECRET: secretSetting.optional(),
  /** How long services may take to become ready on start. */
  START_TIMEOUT_MS: integerSetting(1_000, 600_000).default(25_000),
  /** Whether embedding and indexing yield to other programs when all processors are busy. */
  BACKGROUND_PRIORITY: z.enum(['low', 'normal']).default('low'),
  /** How long a service may take to finish its work. */
  SHUTDOWN_TIMEOUT_MS: runtimeSettings.SHUTDOWN_TIMEOUT_MS,
});

export type LauncherConfig = z.output<typeof schema> & {
  /** Roles that have a `DATABASE_URL_<ROLE>`. */
  rolePasswords: Partial<Record<DatabaseRole, string>>;
};

/** Connection strings of roles, which set the roles' passwords. */
const roleVariables = databaseRoleNames.map(roleVariable);

/** Variables that services do not inherit: each gets those it reads. */
export const launcherVariables: readonly string[] = [
  ...Object.keys(schema.shape),
  ...roleVariables,
  ...services.flatMap(({ variables }) => Object.keys(variables)),
];

/** Whatever the operator sets for these, services get the launcher's values. */
const overriddenVariables = new Set([
  ...services.map(({ name }) => `${name.toUpperCase()}_ADDRESS`),
  ...['RPC_ADDRESS', 'CALLER_KEY', 'CALLER_PUBLIC_KEYS', 'INTERNAL_SECRET', 'EVENT_LOG_URL', 'DATABASE_URL'],
  ...['VECTORS_DIRECTORY', 'CHECKPOINT_DIRECTORY', 'DEVELOPMENT_ISSUER', 'DEVELOPMENT_EMAIL'],
  ...['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
]);

/** @throws ConfigError naming every issue at once. */
export function loadLauncherConfig(environment: NodeJS.ProcessEnv): LauncherConfig {
  const config = withSafeHosts(loadOwn(environment));
  // Several machines may share the database, and once set this to have the same role passwords. Now each would set its
  // own.
  if (
    environment.INTERNAL_SECRET &&
    config.DATABASE_URL &&
    !roleVariables.some((name) => environment[name])
  ) {
    throw new ConfigError([
      `INTERNAL_SECRET: database roles have passwords of their own now. Unset it; where several machines share DATABASE_URL, give each the same ${roleVariables[0]} and so on`,
    ]);
  }
  if (config.DASHBOARD_PORT === config.GATEWAY_PORT) {
    throw new ConfigError(['DASHBOARD_PORT: must differ from GATEWAY_PORT']);
  }
  return { ...config, rolePasswords: loadRolePasswords(environment) };
}

/**
 * Services started here connect as the roles themselves. A role without a password in its variable would get one of
 * this machine's, and other machines that share the database could no longer connect.
 */
function loadRolePasswords(environment: NodeJS.ProcessEnv): LauncherConfig['rolePasswords'] {
  const given = givenRolePasswords(environment);
  const without = databaseRoleNames.filter((role) => environment[roleVariable(role)] && !given[role]);
  if (without.length === 0) return given;
  throw new ConfigError(
    without.map((role) => `${roleVariable(role)} must name the user ${databaseRoleName(role)} itself`),
  );
}

/** Also finds the services' own configuration errors, before any of them starts. */
function loadOwn(environment: NodeJS.ProcessEnv): z.output<typeof schema> {
  const issues = new Map<string, string>();
  for (const { variables } of services) {
    for (const [name, type] of Object.entries(variables)) {
      const value = environment[name];
      if (!value || overriddenVariables.has(name) || issues.has(name)) continue;
      const issue = type.safeParse(value).error?.issues[0]?.message;
      if (issue !== undefined) issues.set(name, `${name}: ${issue}`);
    }
  }
  try {
    const config = loadConfig(schema, environment);
    if (issues.size === 0) return config;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const problem of error.problems) issues.set(problem.split(':')[0]!, problem);
  }
  throw new ConfigError([...issues.values()]);
}
