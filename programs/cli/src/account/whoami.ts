import { isTestKey } from '@heliograph/contract';
import type { Context } from '../context';
import type { Fact } from '../output/document-printer';
import { dayOf, fundFacts, number, type Funds } from './funds';

/** `GET /api/cli/v1/session` */
interface SessionResponse extends Funds {
  account: { id: string; email: string; name: string; plan: string };
  session: {
    id: string;
    deviceName: string;
    clientVersion: string;
    createdAt: string;
    lastUsedAt: string;
    expiresAt: string;
  };
}

/** The API's view of the user. */
export interface Whoami {
  account: SessionResponse['account'] | undefined;
  document: Record<string, unknown>;
  facts: Fact[];
}

/** Reads the login's user. Throws AuthenticationError when there is no login, or it has ended. */
export async function readLogin({
  loginConnection,
  settings,
  tokens,
  environment,
}: Context): Promise<Whoami> {
  const { body } = await loginConnection.run((client, options) =>
    client.request<{ data: SessionResponse }>('/session', options),
  );
  const { account, session } = body.data;
  const { place } = await tokens.stored();
  return {
    account,
    document: { apiUrl: settings.apiUrl, authentication: 'login', ...body.data, place },
    facts: [
      ['Address', settings.apiUrl],
      ['Account', account.name ? `${account.email} (${account.name})` : account.email],
      ['Plan', account.plan],
      [
        'Authentication',
        `login "${session.deviceName}", created ${dayOf(session.createdAt)}, stored in ${shortened(place, environment)}`,
      ],
      ['Valid until', `${dayOf(session.expiresAt)}, extended with each use`],
      ...fundFacts(body.data, false),
    ],
  };
}

/** Reads what a key can use. The API does not say which account it belongs to. */
export async function readKey({ connection, settings, environment }: Context): Promise<Whoami> {
  const { usage, meta } = await connection.run((client, options) => client.usage({}, options));
  const { allowances, balance, subscription } = usage;
  const { apiKey, source } = connection.key!;
  const hint = hintOf(apiKey);
  const from =
    source === 'SIGNALS_API_KEY' ? `from ${source}` : `stored in ${shortened(source, environment)}`;
  if (isTestKey(hint)) {
    const left = meta.recordsRemaining;
    return {
      account: undefined,
      document: {
        apiUrl: settings.apiUrl,
        authentication: 'api_key',
        apiKey: hint,
        test: true,
        testRecordsLeft: left,
      },
      facts: [
        ['Address', settings.apiUrl],
        ['Authentication', `test key ${hint} ${from}: fictional signals, free of charge`],
        ['Test records', left === undefined ? 'unknown' : `${number(left)} left today (UTC)`],
      ],
    };
  }
  return {
    account: undefined,
    document: {
      apiUrl: settings.apiUrl,
      authentication: 'api_key',
      apiKey: hint,
      allowances,
      balance,
      subscription,
    },
    facts: [
      ['Address', settings.apiUrl],
      ['Authentication', `API key ${hint} ${from}: requests use the API allowance, not a login`],
      ...fundFacts(usage, true),
    ],
  };
}

/** Enough of a key to recognize it, too little to use it. */
export function hintOf(key: string): string {
  const shown = /^hg_(?:live|test)_.{4}/.exec(key)?.[0];
  return shown === undefined ? '…' : `${shown}…`;
}

/** Abbreviates the user's home directory to `~`. */
export function shortened(path: string, { HOME }: NodeJS.ProcessEnv): string {
  return HOME && path.startsWith(`${HOME}/`) ? `~${path.slice(HOME.length)}` : path;
}
