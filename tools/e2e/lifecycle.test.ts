import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { freePort, waitFor } from '@heliograph/testing';
import { System } from './support/system';

jest.setTimeout(240_000);
const shell = promisify(execFile);

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const demoKeyIn = (printed: string) => /hg_live_[0-9A-Za-z]{38}/.exec(printed)![0];

describe('npm start', () => {
  let system: System;

  beforeAll(async () => {
    system = await System.start();
  });

  afterAll(() => system?.destroy());

  it('prints a demo key and three curl lines that return something', async () => {
    expect(system.printed).toMatch(/hg_live_[0-9A-Za-z]{38}/);
    const lines = system.printed.split('\n').filter((line) => line.trim().startsWith('curl '));
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      const { stdout } = await shell('bash', ['-c', line]);
      const { data } = JSON.parse(stdout) as { data: { items?: unknown[]; slug?: string } };
      expect((data.items?.length ?? 0) > 0 || data.slug !== undefined).toBe(true);
    }
  });

  it('serves its OpenAPI document and reference page without a key', async () => {
    const document = (await (await fetch(`${system.url}/api/v1/openapi.json`)).json()) as { openapi: string };
    expect(document.openapi).toMatch(/^3\.1\./);
    const page = await fetch(`${system.url}/docs`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await page.text()).toContain('API reference');
  });

  it('refuses a second start on the same home with a clear message', async () => {
    const second = System.start({ home: system.home, port: await freePort() });
    await expect(second).rejects.toThrow(/already running/i);
    expect(await system.isReady()).toBe(true);
  });

  it('refuses a port in use with a clear message', async () => {
    await expect(System.start({ port: system.port })).rejects.toThrow(
      new RegExp(`${system.port}.*(in use|taken)`, 'i'),
    );
  });

  it('names every invalid variable', async () => {
    const environment = { REQUESTS_PER_MINUTE: 'many', EARLIEST_ACTIVITY_DATE: 'yesterday' };
    await expect(System.start({ environment })).rejects.toThrow(
      /REQUESTS_PER_MINUTE[^]*EARLIEST_ACTIVITY_DATE|EARLIEST_ACTIVITY_DATE[^]*REQUESTS_PER_MINUTE/,
    );
  });

  it('recovers from SIGKILL with its key and its records', async () => {
    const client = await system.newClient();
    await client.search({ limit: 5 });
    const before = await client.usage();
    await system.stop('SIGKILL');
    const { home, port, printed } = system;
    system = await System.start({ home, port });
    // Events in flight between ledger and metering at the kill now arrive.
    let after = await client.usage();
    await waitFor(async () => (after = await client.usage()).days?.length === 1, {
      description: 'the day of the search to be counted',
    });
    expect(after).toEqual({
      ...before,
      days: [expect.objectContaining({ requests: 1, records: 5 })],
    });
    // The sample corpus and the demo account are created only once.
    expect(system.printed).not.toContain('Loading');
    expect(demoKeyIn(system.printed)).toBe(demoKeyIn(printed));
    const headers = { authorization: `Bearer ${demoKeyIn(printed)}` };
    expect((await fetch(`${system.url}/api/v1/signals?limit=1`, { headers })).status).toBe(200);
  });

  it('leaves nothing running after Ctrl-C', async () => {
    const children = await system.children();
    expect([...children.keys()].sort()).toEqual([
      ...['company', 'dashboard', 'embedding', 'gateway', 'identity', 'indexer', 'ledger', 'metering'],
      ...['notifier'],
      ...['postgresql', 'search', 'vectors'],
    ]);
    expect(await system.stop('SIGINT')).toBe(0);
    await waitFor(() => [...children.values()].every((pid) => !isAlive(pid)), {
      timeoutMs: 2_000,
      description: 'all children to be gone',
    });
    const { stdout } = await shell('ps', ['-eo', 'args']);
    expect(stdout).not.toContain(system.home);
  });

  it('makes secrets readable only by their owner and keeps them out of the logs', async () => {
    const { stdout } = await shell('find', [
      system.home,
      '-maxdepth',
      '1',
      '-name',
      '*secret*',
      '-perm',
      '/077',
    ]);
    expect(stdout).toBe('');
    const key = demoKeyIn(system.printed);
    const { stdout: logs } = await shell('bash', ['-c', `cat ${system.home}/logs/*`]);
    expect(logs).not.toContain(key);
    expect(await readFile(`${system.home}/logs/gateway.log`, 'utf8')).not.toContain('searchGroups');
  });
});
