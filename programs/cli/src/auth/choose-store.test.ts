import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chooseStore } from './choose-store';
import { KEYRING_PLACE, type Keyring } from './keyring-store';
import type { StoredSession } from './stored-session';

const session: StoredSession = {
  accessToken: 'hg_cli_x',
  accessTokenExpiresAt: 1,
  refreshToken: 'hg_ref_x',
  apiUrl: 'https://api.example.com',
  email: undefined,
  tokenEndpoint: 'https://api.example.com/token',
  revocationEndpoint: 'https://api.example.com/revoke',
  dashboardUrl: 'https://example.com',
  loggedInAt: '2026-11-20T08:00:00.000Z',
};

/** Stands in for the system keyring; `broken` simulates a machine without one. */
class TestKeyring {
  readonly entries = new Map<string, string>();
  broken = false;

  readonly open: Keyring = (service, user) => {
    const name = `${service} ${user}`;
    const act = async <Result>(action: () => Result): Promise<Result> => {
      await Promise.resolve();
      if (this.broken) throw new Error('no keyring here');
      return action();
    };
    return Promise.resolve({
      getPassword: () => act(() => this.entries.get(name) ?? null),
      setPassword: (text) => act(() => void this.entries.set(name, text)),
      deletePassword: () => act(() => this.entries.delete(name)),
    });
  };
}

let home: string;
let keyring: TestKeyring;
const warnings: string[] = [];

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'signals-store-'));
  keyring = new TestKeyring();
  warnings.length = 0;
});

afterEach(() => rmSync(home, { recursive: true }));

const store = (choice: 'auto' | 'keyring' | 'file') =>
  chooseStore(
    choice,
    { config: join(home, 'config'), state: join(home, 'state'), cache: join(home, 'cache') },
    (text) => warnings.push(text),
    keyring.open,
  );
const files = () =>
  existsSync(join(home, 'config/credentials')) ? readdirSync(join(home, 'config/credentials')) : [];

it('prefers the keyring, with one login per API', async () => {
  expect(await store('auto').save(session)).toBe(KEYRING_PLACE);
  expect(await store('auto').load(session.apiUrl)).toEqual({ login: session, place: KEYRING_PLACE });
  expect(await store('auto').load('https://other.example.com')).toBeUndefined();
  expect(files()).toEqual([]);
  await store('auto').remove(session.apiUrl);
  expect(keyring.entries.size).toBe(0);
});

it('stores the login in a file that only the user can read when there is no keyring', async () => {
  keyring.broken = true;
  const place = await store('auto').save(session);
  expect(statSync(place).mode & 0o777).toBe(0o600);
  expect(await store('auto').load(session.apiUrl)).toEqual({ login: session, place });
  await store('auto').remove(session.apiUrl);
  expect(files()).toEqual([]);
});

it('never falls back to an older login in the keyring, even once it is available again', async () => {
  await store('auto').save({ ...session, refreshToken: 'old' });
  keyring.broken = true;
  await store('auto').save({ ...session, refreshToken: 'new' });
  keyring.broken = false;
  expect((await store('auto').load(session.apiUrl))?.login).toMatchObject({ refreshToken: 'new' });
  await store('auto').save({ ...session, refreshToken: 'newest' });
  expect(files()).toEqual([]);
  expect((await store('auto').load(session.apiUrl))?.login).toMatchObject({ refreshToken: 'newest' });
});

it('says what to do when a required keyring is missing', async () => {
  keyring.broken = true;
  await expect(store('keyring').save(session)).rejects.toMatchObject({
    code: 'no_keyring',
    remedy: expect.stringContaining('credential-store file') as string,
  });
});

it('restricts a file that others could read, and warns', async () => {
  const place = await store('file').save(session);
  chmodSync(place, 0o644);
  expect((await store('file').load(session.apiUrl))?.login).toEqual(session);
  expect(statSync(place).mode & 0o777).toBe(0o600);
  expect(warnings).toEqual([expect.stringContaining('was readable by others')]);
});

it('ignores an invalid login', async () => {
  keyring.entries.set(`signals-cli ${session.apiUrl}`, '{"version":2}');
  expect(await store('keyring').load(session.apiUrl)).toBeUndefined();
});
