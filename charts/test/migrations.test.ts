import { describeWith } from '@heliograph/testing';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { EXIT_CODES } from '../../programs/admin/src/failure';
import { runProgram } from '../../programs/admin/src/program';
import { PassThrough } from 'node:stream';
import { processEnvironment } from './support/environment';
import { containersOf, podsOf, type Manifest } from './support/manifests';
import { REPOSITORY } from './support/paths';
import { namedProfiles, profiles } from './support/profiles';
import { render } from './support/render';

const hookOf = ({ metadata }: Manifest) => metadata.annotations?.['helm.sh/hook'];
const weightOf = ({ metadata }: Manifest) => Number(metadata.annotations?.['helm.sh/hook-weight'] ?? 0);

/** Services that own a schema. */
const withSchema = readdirSync(join(REPOSITORY, 'services')).filter((name) =>
  existsSync(join(REPOSITORY, 'services', name, 'src/storage/migrations')),
);

describeWith('helm', 'hooks', () => {
  describe.each(namedProfiles.filter(([, profile]) => profile !== profiles.least))(
    'with %s',
    (_name, profile) => {
      it('migrate before an install and an upgrade: roles and catalog first, then each service with a schema', async () => {
        const job = podsOf(await render(profile)).find(({ manifest }) => manifest.kind === 'Job')!;
        expect(hookOf(job.manifest)).toBe('pre-install,pre-upgrade');
        // A Job is kept until the next one replaces it, for its log.
        expect(job.manifest.metadata.annotations?.['helm.sh/hook-delete-policy']).toBe(
          'before-hook-creation',
        );
        // An invalid variable makes a migration exit with 2, and retries cannot help.
        expect(job.manifest.spec).toMatchObject({
          podFailurePolicy: {
            rules: [{ action: 'FailJob', onExitCodes: { operator: 'In', values: [EXIT_CODES.usage] } }],
          },
        });
        const steps = containersOf(job.spec).map(({ name, args }) => [name, args]);
        const [first, ...others] = steps;
        expect(first).toEqual(['admin', ['migrate']]);
        expect(others.map(([name]) => name).sort()).toEqual(withSchema.sort());
        for (const [, args] of others) expect(args).toEqual(['--migrate']);
        for (const container of containersOf(job.spec)) {
          const names = Object.keys(processEnvironment(container)).filter(
            (name) => !name.startsWith('NODE_'),
          );
          const roles = ['CATALOG', 'IDENTITY', 'INDEXER', 'LEDGER', 'METERING', 'NOTIFIER', 'READER'];
          const expected =
            container.name === 'admin'
              ? ['DATABASE_URL', ...roles.map((role) => `DATABASE_URL_${role}`)]
              : ['DATABASE_URL'];
          expect([container.name, names.sort()]).toEqual([container.name, expected]);
        }
      });

      it('need nothing from the release that does not exist before them', async () => {
        const manifests = await render(profile);
        const job = podsOf(manifests).find(({ manifest }) => manifest.kind === 'Job')!;
        const before = manifests.filter(
          (manifest) =>
            hookOf(manifest) === hookOf(job.manifest) && weightOf(manifest) < weightOf(job.manifest),
        );
        const account = before.find(({ kind }) => kind === 'ServiceAccount');
        expect(account?.metadata.name).toBe(job.spec.serviceAccountName);
        const made = new Map(
          manifests
            .filter(({ kind }) => kind === 'ExternalSecret')
            .map((manifest) => [(manifest.spec as { target: { name: string } }).target.name, manifest]),
        );
        for (const { env = [] } of containersOf(job.spec)) {
          for (const { valueFrom } of env) {
            const maker = made.get(valueFrom?.secretKeyRef?.name ?? '');
            if (maker !== undefined) expect(before).toContain(maker);
          }
        }
      });

      it('test an installation only with helm test', async () => {
        const test = podsOf(await render(profile)).find(({ manifest }) => manifest.kind === 'Pod')!;
        expect(hookOf(test.manifest)).toBe('test');
      });
    },
  );

  it('give heliograph-admin valid arguments', async () => {
    const lines = new Set<string>();
    for (const profile of Object.values(profiles)) {
      for (const { spec } of podsOf(await render(profile))) {
        for (const { image, args } of containersOf(spec)) {
          if (/\/admin[:@]/.test(image)) lines.add(JSON.stringify(args));
        }
      }
    }
    expect(lines.size).toBeGreaterThanOrEqual(2);
    for (const line of lines) {
      const stderr = new PassThrough();
      // It fails to locate the system, which means that it accepted the arguments.
      const environment = { HELIOGRAPH_HOME: '/nonexistent/heliograph' };
      const streams = { stdout: new PassThrough(), stderr, environment };
      expect([line, await runProgram(JSON.parse(line) as string[], streams)]).toEqual([
        line,
        EXIT_CODES.failure,
      ]);
      expect(String(stderr.read())).toContain('no system is running');
    }
  });
});
