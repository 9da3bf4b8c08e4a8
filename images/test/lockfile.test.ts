import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './support/repository';

const { satisfies } = jest.requireActual<{ satisfies(version: string, range: string): boolean }>('semver');

interface Entry {
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  engines?: { node?: string };
}

const { packages } = JSON.parse(readFileSync(join(repository, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Entry>;
};
const locked = Object.entries(packages).filter(
  ([location, { link }]) => location.includes('node_modules/') && !link,
);

// Without one, npm ci silently accepts whatever it gets for that version.
it('has a checksum for every package', () => {
  expect(locked.length).toBeGreaterThan(500);
  const unchecked = locked.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? ''));
  expect(unchecked.map(([location]) => location)).toEqual([]);
});

it("fetches every package only from npm's configured registry", () => {
  expect(
    locked.flatMap(([location, { resolved }]) => (resolved ? [`${location}: ${resolved}`] : [])),
  ).toEqual([]);
});

// npm ci warns of each that does not.
it.each(['20.19.0', '24.0.0', '26.0.0'])('has only packages that support Node.js %s', (version) => {
  const others = locked.filter(([, { engines }]) => engines?.node && !satisfies(version, engines.node));
  expect(others.map(([location, { engines }]) => `${location}: ${engines?.node}`)).toEqual([]);
});

it('names exact versions of all external packages that a workspace’s program depends on', () => {
  const workspaces = Object.keys(packages).filter((location) =>
    /^(packages|services)\/[^/]+$|^proto$/.test(location),
  );
  for (const workspace of workspaces) {
    const { dependencies = {} } = JSON.parse(
      readFileSync(join(repository, workspace, 'package.json'), 'utf8'),
    ) as {
      dependencies?: Record<string, string>;
    };
    for (const [name, range] of Object.entries(dependencies))
      expect([workspace, name, range]).toEqual([
        workspace,
        name,
        expect.stringMatching(/^\d+\.\d+\.\d+(-[\w.]+)?$/),
      ]);
  }
});
