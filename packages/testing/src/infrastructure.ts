import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** What tests may need beyond PostgreSQL and cannot always be had. A later one is one entry here. */
const infrastructure = {
  redis: { variable: 'REDIS_URL', program: 'redis-server' },
} as const;

export type Infrastructure = keyof typeof infrastructure;

/** Whether a part can be had: its variable names a running one, or its program is on the PATH. */
export function isAvailable(name: Infrastructure, environment = process.env): boolean {
  const { variable, program } = infrastructure[name];
  return Boolean(environment[variable]) || isOnPath(program, environment.PATH ?? '');
}

/** Whether REQUIRE_INFRA (a comma-separated list) names a part; then its absence is a failure. */
export function isRequired(name: Infrastructure, environment = process.env): boolean {
  return (environment.REQUIRE_INFRA ?? '').split(',').some((entry) => entry.trim() === name);
}

/**
 * How a suite that was skipped for want of a part is named; `scripts/test.mjs` reads the part's name out of
 * it.
 */
export function needs(name: Infrastructure): string {
  return `[needs ${name}]`;
}

/**
 * A `describe` for tests that need a part: where it cannot be had they are skipped, and `npm test` names the
 * part at its end. Where REQUIRE_INFRA names it, they fail instead.
 */
export function describeWith(name: Infrastructure, title: string, body: () => void): void {
  const fullTitle = `${title} ${needs(name)}`;
  if (isAvailable(name)) {
    describe(title, body);
  } else if (isRequired(name)) {
    describe(fullTitle, () => {
      it('has what it needs', () => {
        throw new Error(missing(name));
      });
    });
  } else {
    describe.skip(fullTitle, body);
  }
}

/** One line that says what is missing and how to provide it. */
export function missing(name: Infrastructure): string {
  const { variable, program } = infrastructure[name];
  return `${name} cannot be had: set ${variable} or install ${program}`;
}

function isOnPath(program: string, path: string): boolean {
  return path.split(delimiter).some((directory) => {
    try {
      accessSync(join(directory, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
