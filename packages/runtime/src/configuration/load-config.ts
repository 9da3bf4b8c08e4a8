import { type z } from 'zod';

/** An invalid configuration. The message names every issue, one per line. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ConfigError';
  }
}

/**
 * Reads settings from environment variables through a schema whose keys are the variables' names. An empty variable
 * counts as absent, so `NAME= command` uses the default.
 *
 * @throws ConfigError naming every issue at once.
 */
export function loadConfig<Schema extends z.ZodType>(
  schema: Schema,
  environment: NodeJS.ProcessEnv = process.env,
): z.output<Schema> {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = schema.safeParse(present);
  if (result.success) return result.data;
  throw new ConfigError(
    result.error.issues.map((issue) => {
      const name = issue.path.join('.') || 'configuration';
      const missing = issue.path.length === 1 && present[String(issue.path[0])] === undefined;
      return missing ? `${name} is required but not set` : `${name}: ${issue.message}`;
    }),
  );
}
