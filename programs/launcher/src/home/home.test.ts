import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareHome } from './home';
import { readJsonFile, writeJsonFile } from './json-file';
import { LogFiles } from './log-files';
import { loadSecrets } from './secrets';
import { StartFailure } from '../start-failure';

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'home-'));
});

afterEach(() => rmSync(directory, { recursive: true }));

const modeOf = (path: string) => statSync(path).mode & 0o777;

describe('prepareHome', () => {
  it('restricts logs and sockets to their owner', () => {
    const home = prepareHome(join(directory, 'new'));
    expect(modeOf(home.logs)).toBe(0o700);
    expect(modeOf(home.sockets)).toBe(0o700);
  });

  it('puts sockets where their paths are short enough', () => {
    const home = prepareHome(join(directory, 'x'.repeat(120)));
    expect(home.sockets.length).toBeLessThan(80);
    expect(prepareHome(home.directory).sockets).toBe(home.sockets);
    rmSync(home.sockets, { recursive: true });
  });

  it('says plainly that the home is not writable', () => {
    writeFileSync(join(directory, 'file'), '');
    expect(() => prepareHome(join(directory, 'file'))).toThrow(
      /cannot write to .*file .*set HELIOGRAPH_HOME/,
    );
  });
});

describe('loadSecrets', () => {
  it('creates them once, readable only by their owner; given ones take precedence and are not stored', () => {
    const file = join(directory, 'secrets.json');
    const first = loadSecrets(file, {});
    expect(first.cursorSecret.length).toBeGreaterThanOrEqual(32);
    const passwords = Object.values(first.rolePasswords);
    expect(new Set(passwords).size).toBe(passwords.length);
    expect(modeOf(file)).toBe(0o600);
    expect(loadSecrets(file, { cursorSecret: 'given' })).toEqual({ ...first, cursorSecret: 'given' });
    expect(loadSecrets(file, { rolePasswords: { ledger: 'given' } }).rolePasswords).toEqual({
      ...first.rolePasswords,
      ledger: 'given',
    });
    expect(loadSecrets(file, {})).toEqual(first);
  });

  it("completes an earlier version's secrets, and removes unused ones", () => {
    const file = join(directory, 'secrets.json');
    const kept = { cursorSecret: 'c'.repeat(43), oidcClientSecret: 'o'.repeat(43) };
    writeJsonFile(file, { internalSecret: 'i'.repeat(43), ...kept });
    const secrets = loadSecrets(file, {});
    expect(secrets).toMatchObject(kept);
    expect(readJsonFile(file)).toEqual(secrets);
    expect(secrets).not.toHaveProperty('internalSecret');
  });

  it('re-creates a removed key, which is how to rotate one here', () => {
    const file = join(directory, 'secrets.json');
    const { callerKeys, ...others } = loadSecrets(file, {});
    const { gateway, ...left } = callerKeys;
    writeJsonFile(file, { ...others, callerKeys: left });
    const rotated = loadSecrets(file, {}).callerKeys;
    expect(rotated).toMatchObject(left);
    expect(rotated.gateway).not.toBe(gateway);
  });
});

it('names a damaged file of secrets, which only a backup restores, and a caller key that is none', () => {
  const file = join(directory, 'secrets.json');
  writeFileSync(file, '{');
  const load = () => loadSecrets(file, {});
  expect(load).toThrow(StartFailure);
  expect(load).toThrow(/secrets\.json is damaged: restore it from a backup; if there is none, .*secrets\.md/);
  rmSync(file);
  writeJsonFile(file, { ...load(), callerKeys: { gateway: 'hidden' } });
  expect(load).toThrow(StartFailure);
  expect(load).toThrow(`callerKeys.gateway in ${file} is not a key: delete its line`);
  expect(load).not.toThrow('hidden');
});

describe('JSON files', () => {
  it('are read as written; a damaged one is named', () => {
    const file = join(directory, 'a.json');
    expect(readJsonFile(file)).toBeUndefined();
    writeJsonFile(file, { a: 1 });
    expect(readJsonFile(file)).toEqual({ a: 1 });
    writeFileSync(file, '{');
    expect(() => readJsonFile(file)).toThrow(`${file} is damaged: restore it from a backup, or remove it`);
  });
});

describe('LogFiles', () => {
  it('empties a log that grew too large and keeps one copy', () => {
    const logs = new LogFiles(directory, 10);
    writeFileSync(logs.pathOf('a'), 'x'.repeat(11));
    writeFileSync(logs.pathOf('b'), 'x'.repeat(10));
    logs.rotate();
    expect([logs.sizeOf('a'), logs.sizeOf('b')]).toEqual([0, 10]);
    expect(statSync(`${logs.pathOf('a')}.1`).size).toBe(11);
  });

  it('keeps a log that it has no space to copy', () => {
    const logs = new LogFiles(directory, 10);
    writeFileSync(logs.pathOf('a'), 'x'.repeat(11));
    symlinkSync('/dev/full', `${logs.pathOf('a')}.1`);
    logs.rotate();
    expect(logs.sizeOf('a')).toBe(11);
  });

  it('reads what was written since a position', () => {
    const logs = new LogFiles(directory);
    expect(logs.sizeOf('a')).toBe(0);
    writeFileSync(logs.pathOf('a'), 'before\nthen\nlast\n');
    expect(logs.tail('a', 'before\n'.length)).toEqual(['then', 'last']);
  });
});
