import type { Command } from 'commander';
import { isKey } from '../auth/stored-session';
import type { Context } from '../context';
import { CliError } from '../failure';
import { printable } from '../output/printable';
import { describedCommand, type RunAction } from './command';

export function logoutCommand(run: RunAction): Command {
  return describedCommand('logout', 'log out on this machine', ['logout']).action(
    (_: unknown, command: Command) => run(command, logout),
  );
}

/**
 * Deletes the tokens, then tells the API to end the session: in this order, so they are gone locally even if the API
 * fails.
 */
async function logout({ tokens, store, settings, oauth, terminal }: Context): Promise<void> {
  const { apiUrl } = settings;
  const session = await tokens.locked(async () => {
    const found = await store.load(apiUrl);
    if (found) await store.remove(apiUrl);
    return found?.login;
  });
  if (!session) {
    terminal.note(`You are not logged in to ${apiUrl}.`);
    return;
  }
  if (isKey(session)) {
    terminal.note(`${terminal.noteColors.green('✓')} The key of ${apiUrl} was deleted here.`);
    terminal.note('  It stays valid: revoke it in the dashboard if others may have it.');
    return;
  }
  try {
    await oauth.post(session.revocationEndpoint, {
      token: session.refreshToken,
      token_type_hint: 'refresh_token',
    });
  } catch (error) {
    throw new CliError(
      `The login was deleted here, but the API could not revoke it: ${(error as Error).message}`,
      {
        code: 'not_revoked',
        remedy: `End it in the dashboard: ${session.dashboardUrl}/command-line`,
        cause: error,
      },
    );
  }
  const whose = session.email === undefined ? '' : ` (${printable(session.email)})`;
  terminal.note(`${terminal.noteColors.green('✓')} Logged out of ${apiUrl}${whose}.`);
}
