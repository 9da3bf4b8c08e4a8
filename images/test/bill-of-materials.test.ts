import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { repository, runScript } from './support/repository';
import { pathsIn } from './support/tree';

interface Component {
  'bom-ref': string;
  name: string;
  version: string;
  purl: string;
  hashes?: { alg: string; content: string }[];
  licenses?: unknown[];
}

interface Bill {
  bomFormat: string;
  specVersion: string;
  serialNumber: string;
  metadata: { timestamp?: string; component: Component & { type: string } };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

const billOf = (args: string[], environment: NodeJS.ProcessEnv = {}) =>
  JSON.parse(runScript('scripts/sbom.mjs', args, environment)) as Bill;
const inTime = { SOURCE_DATE_EPOCH: '1700000000' };
const names = ({ components }: Bill) => new Set(components.map(({ purl }) => purl.replace(/@[^@]*$/, '')));

it('lists the whole lockfile by default', () => {
  const bill = billOf([]);
  expect([bill.bomFormat, bill.specVersion]).toEqual(['CycloneDX', '1.5']);
  const lockfile = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { name?: string; version?: string; link?: boolean }>;
  };
  const locked = Object.entries(lockfile.packages).flatMap(([location, { name: aliased, version, link }]) => {
    if (!location.includes('node_modules/')) return [];
    const name = aliased ?? /node_modules\/((?:@[^/]+\/)?[^/]+)$/.exec(location)?.[1];
    return name && !link ? [`pkg:npm/${name.replace('@', '%40')}@${version}`] : [];
  });
  expect(locked.length).toBeGreaterThan(500);
  const listed = new Set(bill.components.map(({ purl }) => purl));
  expect(locked.filter((purl) => !listed.has(purl))).toEqual([]);
});

it("lists an image's contents, and the Node.js that runs it", () => {
  const bill = billOf(['ledger'], inTime);
  // Reproducible, so that signed artifacts can be rebuilt.
  expect(billOf(['ledger'], inTime)).toEqual(bill);
  expect(bill.metadata).toMatchObject({
    timestamp: '2023-11-14T22:13:20.000Z',
    component: { type: 'application', purl: expect.stringMatching(/^pkg:npm\/%40heliograph\/ledger@/) },
  });
  const held = names(bill);
  for (const name of ['pg', 'kafkajs', '%40grpc/grpc-js', '%40heliograph/event-log'])
    expect(held).toContain(`pkg:npm/${name}`);
  for (const name of ['testcontainers', 'typescript', 'jest', 'express', '%40heliograph/testing'])
    expect(held).not.toContain(`pkg:npm/${name}`);
  expect(held).toContain('pkg:generic/node');
  const packages = bill.components.filter(({ purl }) => /^pkg:npm\/(?!%40heliograph)/.test(purl));
  for (const component of packages)
    expect([component.name, component.licenses?.length]).toEqual([component.name, 1]);
  const hashed = packages.filter(({ hashes }) => hashes?.some(({ alg }) => alg === 'SHA-512'));
  expect(hashed).toHaveLength(packages.length);
  const references = new Set([
    bill.metadata.component['bom-ref'],
    ...bill.components.map((each) => each['bom-ref']),
  ]);
  for (const { ref, dependsOn } of bill.dependencies)
    for (const reference of [ref, ...dependsOn]) expect(references).toContain(reference);
});

it("lists what Vite bundles into the dashboard's pages", () => {
  const pages = join(repository, 'web/dashboard/src');
  const imported = pathsIn(pages)
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .flatMap((path) => [
      ...readFileSync(join(pages, path), 'utf8').matchAll(/from '((?:@[^/']+\/)?[^./'][^/']*)/g),
    ])
    .map(([, name]) => name!)
    // The bill describes our own code, and Node.js separately.
    .filter((name) => !name.startsWith('node:') && !name.startsWith('@heliograph/'));
  expect(new Set(imported).size).toBeGreaterThan(3);
  const held = names(billOf(['dashboard']));
  for (const name of new Set(imported)) expect(held).toContain(`pkg:npm/${name.replace('@', '%40')}`);
});

it('lists what exists when asked for anything else', () => {
  const services = readdirSync(join(repository, 'services'));
  expect(() => runScript('scripts/sbom.mjs', ['nothing'])).toThrow(`nothing is called "nothing"`);
  expect(() => runScript('scripts/sbom.mjs', ['nothing'])).toThrow(services[0]);
});
