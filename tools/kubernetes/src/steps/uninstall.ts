import { waitFor } from '@heliograph/testing';
import { NAMESPACE, RELEASE } from '../settings';
import { INSTANCE, servicePods } from './release';
import { check, since, type Figures, type Step } from './step';

/** What remains: the last migration, for its logs, for a week, and the last test. */
const KEPT = /^(job|pod)\/heliograph-(migrations|smoke-test)/;
const ROLES = 'identity ledger metering events catalog indexer reader'
  .split(' ')
  .map((name) => `heliograph_${name}`);
const GONE_MS = 120_000;

interface Labeled {
  kind: string;
  metadata: { name: string };
}

export const uninstall: Step = {
  name: 'uninstall',
  shows:
    'helm uninstall leaves nothing but the logs of the last migration and test; database and roles can be dropped',
  after: ['install'],
  inspect: 'kubectl -n heliograph get all -l app.kubernetes.io/instance=heliograph',
  async run({ cluster }): Promise<Figures> {
    const start = performance.now();
    await cluster.kubectl('-n', NAMESPACE, 'delete', 'pod', 'suite-admin', '--ignore-not-found');
    await cluster.helm('uninstall', RELEASE, '-n', NAMESPACE);
    await waitFor(async () => (await servicePods(cluster)).length === 0, {
      timeoutMs: GONE_MS,
      description: 'the last pod of a service to be gone',
    });
    const gone = since(start);
    const kinds = (await cluster.kubectl('api-resources', '--verbs=list', '--namespaced', '-o', 'name'))
      .trim()
      .split('\n');
    // Metrics and events describe objects but are not part of the release.
    const stored = kinds.filter((kind) => !/metrics\.k8s\.io$|^events/.test(kind));
    const left = await cluster.get<Labeled>(stored.join(','), '-n', NAMESPACE, '-l', INSTANCE);
    const names = left.map(({ kind, metadata }) => `${kind.toLowerCase()}/${metadata.name}`);
    const forgotten = names.filter((name) => !KEPT.test(name));
    check(forgotten.length === 0, `it left ${forgotten.join(', ')}`);
    for (const statement of ['DROP DATABASE heliograph WITH (FORCE)', `DROP ROLE ${ROLES.join(', ')}`]) {
      const psql = [
        'env',
        'LD_LIBRARY_PATH=/opt/postgresql/lib',
        '/usr/lib/postgresql/15/bin/psql',
        '-h',
        '/var/run/postgresql',
      ];
      const command = [...psql, '-U', 'postgres', '-v', 'ON_ERROR_STOP=1', '-c', statement];
      await cluster.kubectl('-n', NAMESPACE, 'exec', 'postgresql-0', '--', ...command);
    }
    return { 'kinds looked at': stored.length, kept: names.join(', ') || 'nothing', 'pods gone after': gone };
  },
};
