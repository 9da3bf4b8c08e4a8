import { loadTelemetrySettings } from '@heliograph/runtime';
import { describeWith } from '@heliograph/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { processEnvironment } from './support/environment';
import { deploymentsOf, type Manifest } from './support/manifests';
import { CHART } from './support/paths';
import { allProfiles, namedProfiles, profiles, requiredValues, SERVICES } from './support/profiles';
import { commonVariables, NOT_IN_CLUSTER, programOf } from './support/programs';
import { render, type Profile } from './support/render';

interface SettingSchema {
  type: string;
  minimum?: number;
  maximum?: number;
  enum?: string[];
}

interface ValuesSchema {
  properties: {
    services: { properties: Record<string, { properties: { settings: SettingsSchema } }> };
  };
}

interface SettingsSchema {
  additionalProperties: boolean;
  properties: Record<string, SettingSchema>;
}

const valuesSchema = JSON.parse(readFileSync(join(CHART, 'values.schema.json'), 'utf8')) as ValuesSchema;
const settingsOf = (name: string) => valuesSchema.properties.services.properties[name]!.properties.settings;

/** The environment of a service's process. */
async function environmentOf(profile: Profile, name: string): Promise<Record<string, string>> {
  const deployment = deploymentsOf(await render(profile)).find(({ metadata }) =>
    metadata.name.endsWith(`-${name}`),
  );
  return processEnvironment(deployment!.spec.template.spec.containers[0]!);
}

describeWith('helm', 'the environment', () => {
  describe.each(namedProfiles)('with %s', (_name, profile) => {
    it.each(SERVICES)('%s is valid and known to the program', async (name) => {
      const environment = await environmentOf(profile, name);
      const unknown = Object.keys(environment).filter(
        (variable) => !programOf(name).variables.includes(variable) && !commonVariables.includes(variable),
      );
      expect(unknown).toEqual([]);
      expect(() => programOf(name).load(environment)).not.toThrow();
      expect(() => loadTelemetrySettings(environment)).not.toThrow();
      expect(environment.NODE_ENV).toBe(profile === profiles.development ? 'development' : 'production');
    });
  });

  it.each(namedProfiles)('lists the hosts of the public edge with %s', async (_name, profile) => {
    const manifests = await render(profile);
    interface Routed {
      rules?: { host?: string; http: { paths: { backend: { service: { name: string } } }[] } }[];
      hostnames?: string[];
    }
    const asked: Record<'gateway' | 'dashboard', string[]> = { gateway: [], dashboard: [] };
    for (const { kind, spec } of manifests as (Manifest & { spec: Routed })[]) {
      if (kind !== 'Ingress') continue;
      for (const { host, http } of spec.rules!) {
        const { name } = http.paths[0]!.backend.service;
        asked[name.endsWith('-gateway') ? 'gateway' : 'dashboard'].push(host!);
      }
    }
    for (const name of ['gateway', 'dashboard'] as const) {
      const service = `heliograph-${name}`;
      asked[name].push(service, `${service}.heliograph`, `${service}.heliograph.svc`);
      const { ALLOWED_HOSTS } = await environmentOf(profile, name);
      expect(ALLOWED_HOSTS!.split(',')).toEqual(expect.arrayContaining(asked[name]));
    }
    const { OIDC_BACK_CHANNEL_URL: backChannel = '' } = await environmentOf(profile, 'identity');
    if (profile === profiles.development) {
      const { ALLOWED_HOSTS } = await environmentOf(profile, 'dashboard');
      expect(ALLOWED_HOSTS!.split(',')).toContain(new URL(backChannel).hostname);
    }
  });

  it.each([true, false])(
    'of search lacks only its checkpoints without them, migrations: %s',
    async (enabled) => {
      const withCheckpoint = (checkpoint?: { megabytes: number }) =>
        environmentOf(
          {
            name: `checkpoints ${JSON.stringify(checkpoint)}`,
            values: { ...requiredValues, migrations: { enabled }, ...(checkpoint && { checkpoint }) },
          },
          'search',
        );
      const { CHECKPOINT_DIRECTORY, CHECKPOINT_DIRECTORY_MB, ...others } = await withCheckpoint();
      expect([CHECKPOINT_DIRECTORY, CHECKPOINT_DIRECTORY_MB]).toEqual([expect.any(String), '2048']);
      expect(await withCheckpoint({ megabytes: 0 })).toEqual(others);
    },
  );

  it('an allowed host makes a difference: a program refuses any other', async () => {
    const environment = await environmentOf(profiles.required, 'company');
    expect(() => programOf('gateway').load(environment)).toThrow('IDENTITY_ADDRESS');
  });

  it.each(SERVICES)(
    'of %s, with `settings`, has every variable that the program knows, each from one place',
    async (name) => {
      const set = new Set<string>();
      for (const profile of allProfiles) {
        for (const variable of Object.keys(await environmentOf(profile, name))) set.add(variable);
      }
      const settings = Object.keys(settingsOf(name).properties);
      const known = programOf(name).variables.filter((variable) => !(variable in NOT_IN_CLUSTER));
      const reachable = new Set([...set, ...settings]);
      expect(known.filter((variable) => !reachable.has(variable))).toEqual([]);
      expect(
        settings.filter((variable) => !known.includes(variable) && !commonVariables.includes(variable)),
      ).toEqual([]);
      expect(settingsOf(name).additionalProperties).toBe(false);
    },
  );

  it.each(SERVICES)('%s --variables describes each variable', (name) => {
    expect(programOf(name).undescribed).toEqual([]);
  });

  it('has no exception for a variable that no program knows', () => {
    const known = SERVICES.flatMap((name) => programOf(name).variables);
    expect(known).toEqual(expect.arrayContaining(Object.keys(NOT_IN_CLUSTER)));
  });

  describe('of `settings`', () => {
    it.each(SERVICES)('%s accepts what values.schema.json allows, including its limits', async (name) => {
      const environment = await environmentOf(profiles.required, name);
      const takes = (variable: string, value: unknown) => {
        try {
          programOf(name).load({ ...environment, [variable]: String(value) });
          return true;
        } catch {
          return false;
        }
      };
      for (const [variable, schema] of Object.entries(settingsOf(name).properties)) {
        for (const value of schema.enum ?? [])
          expect([variable, value, takes(variable, value)]).toEqual([variable, value, true]);
        if (schema.type !== 'integer') continue;
        const { minimum, maximum } = schema;
        expect([variable, minimum !== undefined && maximum !== undefined]).toEqual([variable, true]);
        expect([variable, takes(variable, minimum), takes(variable, maximum)]).toEqual([
          variable,
          true,
          true,
        ]);
        expect([variable, takes(variable, maximum! + 1)]).toEqual([variable, false]);
        if (minimum! > 0) expect([variable, takes(variable, minimum! - 1)]).toEqual([variable, false]);
      }
    });

    it('none of the allowed names is one that the chart sets itself', async () => {
      for (const name of SERVICES) {
        const { values } = profiles.required;
        const bare = {
          name: 'without settings',
          values: { ...values, services: { embedding: { settings: { EMBEDDING_WORKERS: null } } } },
        };
        const own = Object.keys(await environmentOf(bare, name));
        const settings = Object.keys(settingsOf(name).properties);
        expect([name, own.filter((variable) => settings.includes(variable))]).toEqual([name, []]);
      }
    });
  });
});
