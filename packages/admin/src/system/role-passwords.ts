import { databaseRoleNames, databaseRoles, rolePassword } from '@heliograph/postgres';
import { CommandError } from '../failure';

/**
 * The passwords that roles of the database get: that of `DATABASE_URL_LEDGER` and so on where the variable is set, so that no program
 * can tell the password of another one's role, else the one that follows from the installation's secret.
 *
 * @returns a function of a role's name in PostgreSQL, such as `heliograph_ledger`.
 * @throws CommandError for a variable that names another role, or no password.
 */
export function rolePasswords(environment: NodeJS.ProcessEnv, secret: string): (role: string) => string {
  const given = new Map<string, string>();
  for (const role of databaseRoleNames) {
    const variable = roleVariable(role);
    const text = environment[variable];
    if (!text) continue;
    const { name } = databaseRoles[role];
    // The value itself may hold a password.
    if (!URL.canParse(text))
      throw new CommandError(`${variable} must read postgresql://${name}:password@host:port/database`);
    const { username, password } = new URL(text);
    if (decodeURIComponent(username) !== name || password === '') {
      throw new CommandError(`${variable} must name the user ${name} and its password`);
    }
    given.set(name, decodeURIComponent(password));
  }
  return (role) => given.get(role) ?? rolePassword(secret, role);
}

/** The variable that holds a role's connection string where roles have passwords of their own. */
export function roleVariable(role: string): string {
  return `DATABASE_URL_${role.toUpperCase()}`;
}
