import { describeWith } from '@heliograph/testing';
import { parse } from 'yaml';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { secretManifest } from '../../programs/admin/src/kubernetes/secret-manifest';
import { documentedSecret } from './support/environment';
import { componentOf, containersOf, ofKind, podsOf, type Manifest } from './support/manifests';
import { CHART, REPOSITORY } from './support/paths';
import { namedProfiles, profiles, requiredValues } from './support/profiles';
import { render } from './support/render';

interface ExternalSecret extends Manifest {
  kind: 'ExternalSecret';
  spec: {
    target: { name: string };
    data: { secretKey: string; remoteRef: { key: string; property?: string } }[];
  };
}

/** Variables whose values grant access to anyone who reads them. */
const CONFIDENTIAL = /(SECRET|PASSWORD|_KEY|DATABASE_URL|REDIS_URL|TOKEN)/;
const keys = (parse(readFileSync(join(CHART, 'values.yaml'), 'utf8')) as { secrets: { keys: object } })
  .secrets.keys;

/** All references to keys of Secrets, with the referring program. */
function referencesOf(manifests: readonly Manifest[]) {
  return podsOf(manifests).flatMap(({ labels, spec }) =>
    containersOf(spec).flatMap(({ name, env = [] }) =>
      env.flatMap(({ name: variable, valueFrom }) => {
        const reference = valueFrom?.secretKeyRef;
        return reference ? [{ component: componentOf(labels), container: name, variable, ...reference }] : [];
      }),
    ),
  );
}

describeWith('helm', 'secrets', () => {
  it('are documented: values.yaml lists all keys with their names', () => {
    expect(keys).toEqual(Object.fromEntries(Object.keys(documentedSecret).map((key) => [key, key])));
  });

  describe.each(namedProfiles)('with %s', (_name, profile) => {
    it('are referenced, never rendered', async () => {
      const manifests = await render(profile);
      expect(ofKind(manifests, 'Secret')).toEqual([]);
      for (const { owner, spec } of podsOf(manifests)) {
        for (const { env = [], envFrom } of containersOf(spec)) {
          expect(envFrom).toBeUndefined();
          const shown = env.filter(({ name, value }) => CONFIDENTIAL.test(name) && value !== undefined);
          expect([owner, shown]).toEqual([owner, []]);
        }
      }
      // Not even in a URL.
      expect(JSON.stringify(manifests)).not.toMatch(/:\/\/[^/\s"]*:[^/\s"]*@/);
    });

    it('have documented keys, and are read only by programs that need them', async () => {
      for (const { component, variable, key } of referencesOf(await render(profile))) {
        expect(Object.keys(documentedSecret)).toContain(key);
        if (key.startsWith('DATABASE_URL_')) {
          const role = key.slice('DATABASE_URL_'.length).toLowerCase();
          const owner = ['search', 'company'].includes(component) ? 'reader' : component;
          if (component !== 'migrations')
            expect([component, role, variable]).toEqual([component, owner, 'DATABASE_URL']);
        } else if (key.startsWith('CALLER_KEY_')) {
          const owner = component === 'smoke-test' ? 'admin' : component;
          expect([variable, key]).toEqual(['CALLER_KEY', `CALLER_KEY_${owner.toUpperCase()}`]);
        } else {
          expect(variable).toBe(key);
        }
      }
    });
  });

  it('of services are held by the services that docs/operations/secrets.md names', async () => {
    const guide = readFileSync(join(REPOSITORY, 'docs/operations/secrets.md'), 'utf8');
    const documented = [...guide.matchAll(/\*\*`([A-Z_]+)`\*\* \(([a-z, ]+)\)/g)].map(
      ([, key, holders]) => [key!, holders!.split(', ').sort()] as const,
    );
    expect(documented.map(([key]) => key)).toContain('KAFKA_SASL_PASSWORD');
    const references = referencesOf(await render(profiles.everything));
    for (const [key, holders] of documented) {
      const having = references.filter((each) => each.key === key).map(({ component }) => component);
      expect([key, [...new Set(having)].sort()]).toEqual([key, holders]);
    }
    const kafka = documented.find(([key]) => key === 'KAFKA_SASL_PASSWORD')![1];
    const rotation = /^- \*\*Kafka\*\*: .*/m.exec(guide)![0];
    expect(kafka.filter((holder) => !rotation.includes(holder))).toEqual([]);
  });

  it('of the administrator go only to the migrations', async () => {
    for (const profile of Object.values(profiles)) {
      const admins = referencesOf(await render(profile)).filter(({ key }) => key === 'DATABASE_URL_ADMIN');
      for (const { component, container } of admins)
        expect([component, container]).toEqual(['migrations', 'admin']);
    }
  });

  it.each([
    [
      "alone in its Secret, beside the services'",
      { secrets: { existingSecret: 'services' }, services: { ledger: { existingSecret: 'ledger' } } },
      'services',
      'ledger',
    ],
    // Before the first install, the services' Secret does not exist.
    [
      'with the roles in its Secret, for External Secrets',
      {
        secrets: {},
        externalSecrets: { enabled: true, secretStoreRef: { name: 'vault' }, remoteKey: 'heliograph' },
        services: { ledger: { existingSecret: 'ledger' } },
      },
      'administrator',
      'administrator',
    ],
  ])('of the administrator can be %s', async (name, secrets, ofRoles, ofLedger) => {
    const values = { ...requiredValues, ...secrets, migrations: { existingSecret: 'administrator' } };
    const references = referencesOf(await render({ name, values })).filter(
      ({ component }) => component === 'migrations',
    );
    const expected: Record<string, string> = {
      DATABASE_URL_ADMIN: 'administrator',
      DATABASE_URL_LEDGER: ofLedger,
    };
    for (const { key, name } of references) expect([key, name]).toEqual([key, expected[key] ?? ofRoles]);
    expect(references.length).toBeGreaterThan(8);
  });

  it('are shared by all programs during an upgrade, and not otherwise', async () => {
    const withShared = async (sharedSecret?: boolean) => {
      const secrets = { ...requiredValues.secrets, ...(sharedSecret !== undefined && { sharedSecret }) };
      const references = referencesOf(
        await render({ name: `shared ${sharedSecret}`, values: { ...requiredValues, secrets } }),
      );
      return references.filter(({ key }) => key === 'INTERNAL_SECRET').map(({ component }) => component);
    };
    expect(await withShared()).toEqual([]);
    expect((await withShared(true)).sort()).toEqual([
      ...['company', 'dashboard', 'embedding', 'gateway', 'identity'],
      ...['indexer', 'ledger', 'metering', 'notifier', 'search', 'smoke-test'],
    ]);
  });

  it('can have other names in the Secret', async () => {
    const values = {
      ...requiredValues,
      secrets: {
        existingSecret: 'mine',
        keys: { CALLER_PUBLIC_KEYS: 'callers', DATABASE_URL_LEDGER: 'ledger-url' },
      },
    };
    const references = referencesOf(await render({ name: 'renamed', values }));
    expect(new Set(references.map(({ name }) => name))).toEqual(new Set(['mine']));
    expect(references.some(({ variable }) => variable === 'CALLER_PUBLIC_KEYS')).toBe(true);
    for (const { variable, key } of references) {
      if (variable === 'CALLER_PUBLIC_KEYS') expect(key).toBe('callers');
    }
    expect(references.filter(({ key }) => key === 'ledger-url').map(({ component }) => component)).toEqual(
      expect.arrayContaining(['ledger', 'migrations']),
    );
  });

  it.each([
    ['without its network policy', false, {}, false],
    ['with its network policy', true, {}, true],
    ['with the place of its URL', false, { DATABASE_URL_CATALOG: { key: 'elsewhere' } }, true],
    ['with both', true, { DATABASE_URL_CATALOG: { key: 'elsewhere' } }, true],
  ])(
    "from an external store include heliograph-admin's %s",
    async (name, admin, remoteKeys, isCatalogFetched) => {
      const manifests = await render({
        name,
        file: 'production',
        values: { networkPolicy: { admin }, externalSecrets: { remoteKeys }, tests: { enabled: false } },
      });
      const shared = ofKind<ExternalSecret>(manifests, 'ExternalSecret').find(
        ({ metadata }) => metadata.name === 'heliograph',
      )!;
      const fetched = shared.spec.data.map(({ secretKey }) => secretKey);
      expect(fetched).toContain('CALLER_KEY_ADMIN');
      expect(fetched.includes('DATABASE_URL_CATALOG')).toBe(isCatalogFetched);
      expect(new Set(fetched).size).toBe(fetched.length);
    },
  );

  it('from an external store hold, with values/production.yaml, what the admin command creates and pods read', async () => {
    const made = secretManifest(
      { name: 'heliograph', namespace: undefined },
      { DATABASE_URL: documentedSecret.DATABASE_URL_ADMIN },
      () => 'random',
    );
    const manifests = await render(profiles.production);
    const read = new Set(referencesOf(manifests).map(({ key }) => key));
    const fetched = ofKind<ExternalSecret>(manifests, 'ExternalSecret').flatMap(({ spec }) =>
      spec.data.map(({ secretKey }) => secretKey),
    );
    const wanted = Object.keys(made.stringData).filter((key) => read.has(key));
    expect(wanted.filter((key) => !fetched.includes(key))).toEqual([]);
  });

  it('from an external store are exactly those that pods need', async () => {
    for (const profile of [profiles.routed, profiles.production]) {
      const manifests = await render(profile);
      const fetched = new Set(
        ofKind<ExternalSecret>(manifests, 'ExternalSecret').flatMap(({ spec }) =>
          spec.data.map(({ secretKey }) => `${spec.target.name} ${secretKey}`),
        ),
      );
      const references = referencesOf(manifests);
      const needed = references
        .filter(({ optional }) => optional !== true)
        .map(({ name, key }) => `${name} ${key}`);
      expect([...fetched]).toEqual(expect.arrayContaining(needed));
      expect(references.map(({ name, key }) => `${name} ${key}`)).toEqual(
        expect.arrayContaining([...fetched]),
      );
    }
  });
});
