import { ConfigError } from '@heliograph/runtime';
import { databaseRoleNames, DATABASE_ROLES, type DatabaseRole } from './roles';
import { parseDatabaseUrl } from './servers/database-url';

/** The variable with a role's connection string, if its password is set: `DATABASE_URL_LEDGER` and so on. */
export function roleVariable(role: string): string {
  return `DATABASE_URL_${role.toUpperCase()}`;
}

/** Whether a user acts for a role: as the role itself, or as a second user during rotation (`heliograph_ledger_b`). */
export function actsFor(user: string, role: string): boolean {
  return user === role || user.startsWith(`${role}_`);
}

/**
 * The passwords of roles whose `DATABASE_URL_<ROLE>` is set. Another user that acts for a role provides none: its
 * password is not the role's.
 *
 * @throws ConfigError for a variable with another user, or without a password; the error does not repeat the value.
 */
export function givenRolePasswords(environment: NodeJS.ProcessEnv): Partial<Record<DatabaseRole, string>> {
  const given: Partial<Record<DatabaseRole, string>> = {};
  for (const role of databaseRoleNames) {
    const variable = roleVariable(role);
    const text = environment[variable];
    if (!text) continue;
    const { name } = DATABASE_ROLES[role];
    const url = parseDatabaseUrl(text);
    if (!url)
      throw new ConfigError([
        `${variable} must have the form postgresql://${name}:password@host:port/database`,
      ]);
    const { username, password } = url.first;
    const user = decodeURIComponent(username);
    if (!actsFor(user, name) || password === '') {
      throw new ConfigError([`${variable} must name the user ${name} and its password`]);
    }
    if (user === name) given[role] = decodeURIComponent(password);
  }
  return given;
}

/** Passwords by the roles' PostgreSQL names, for `bootstrapDatabase`. */
export function byRoleName(
  passwords: Partial<Record<DatabaseRole, string>>,
): (name: string) => string | undefined {
  return (name) => passwords[databaseRoleNames.find((role) => DATABASE_ROLES[role].name === name)!];
}
