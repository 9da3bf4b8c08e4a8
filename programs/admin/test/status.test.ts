import { startBeforeAll, startBeforeEach } from '@heliograph/testing';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startCatalogDatabase } from './support/catalog-database';
import { runHere } from './support/in-process';

const database = startBeforeAll(startCatalogDatabase);

/** A public program of a running system, whose `/readyz` answers with a status, or never. */
class PublicProgram {
  readiness: number | undefined = 200;

  private constructor(private readonly server: Server) {
    server.on('request', ({ url }, response) => {
      if (this.readiness === undefined) return;
      response.writeHead(url === '/readyz' ? this.readiness : 404).end('{}');
    });
  }

  static async start(): Promise<PublicProgram> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new PublicProgram(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }
}

const gateway = startBeforeEach(() => PublicProgram.start());
const dashboard = startBeforeEach(() => PublicProgram.start());

/** Runs `status` in the home of a running system. */
async function status(urls: Record<string, string>, ...flags: string[]) {
  const home = join(database.directory, 'home');
  await mkdir(join(home, 'run'), { recursive: true });
  const system = {
    pid: process.pid,
    databaseUrl: database.variables.DATABASE_URL,
    catalogUrl: database.variables.DATABASE_URL,
    callerKey: 'x'.repeat(43),
    addresses: {},
    startedAt: '2026-11-21T00:00:00.000Z',
    ...urls,
  };
  await writeFile(join(home, 'run/system.json'), JSON.stringify(system));
  return runHere(['status', ...flags], { HELIOGRAPH_HOME: home });
}

const both = () => ({ gatewayUrl: gateway.url, dashboardUrl: dashboard.url });

test('asks the gateway and the dashboard whether they are ready', async () => {
  const { status: exit, stdout, stderr } = await status(both());
  expect([exit, stderr]).toEqual([0, '']);
  expect(stdout).toContain(`\ngateway         ready (${gateway.url})\n`);
  expect(stdout).toContain(`\ndashboard       ready (${dashboard.url})\n`);
});

test('a gateway that waits for its services, and a dashboard that does not answer, are not ready', async () => {
  gateway.readiness = 503;
  dashboard.readiness = undefined;
  const { status: exit, stdout, stderr } = await status(both());
  expect(stdout).toContain(`\ngateway         NOT READY (${gateway.url})\n`);
  expect(stdout).toContain(`\ndashboard       NOT READY (${dashboard.url})\n`);
  expect([exit, stderr]).toEqual([1, 'heliograph-admin: not ready: gateway, dashboard\n']);
});

test('the document counts them among the services', async () => {
  dashboard.readiness = 503;
  const { status: exit, stdout } = await status(both(), '--json');
  expect(exit).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    ...both(),
    services: { gateway: true, dashboard: false },
  });
});

test('asks no dashboard if the system file of an earlier release names none', async () => {
  const { status: exit, stdout } = await status({ gatewayUrl: gateway.url }, '--json');
  expect(exit).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ services: { gateway: true } });
});
