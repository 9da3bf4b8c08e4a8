import { describeWith } from '@heliograph/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  containersOf,
  deploymentsOf,
  ofKind,
  podsOf,
  type Container,
  type Pod,
  type PodSpec,
} from './support/manifests';
import { CHART } from './support/paths';
import { namedProfiles, profiles, SERVICES } from './support/profiles';
import { render, type Profile } from './support/render';
import { restrictedIssues } from './support/restricted';

const values = readFileSync(join(CHART, 'values.yaml'), 'utf8');

/** HTTP services report readiness over HTTP, the others over gRPC. */
const httpServices = ['gateway', 'dashboard'];

const secondsToStop = (pod: Pod) => {
  const [container] = pod.spec.containers;
  const millisecondsOf = (variable: string) =>
    Number(container!.env!.find(({ name }) => name === variable)?.value ?? 0);
  const drain = millisecondsOf('DRAIN_DELAY_MS') + millisecondsOf('SHUTDOWN_TIMEOUT_MS');
  return container!.lifecycle!.preStop!.sleep!.seconds + drain / 1000;
};

describeWith('helm', 'pods', () => {
  it('belong to one Deployment per service', async () => {
    for (const profile of Object.values(profiles)) {
      const names = deploymentsOf(await render(profile)).map(({ metadata }) => metadata.name);
      expect(names.sort()).toEqual(SERVICES.map((name) => `heliograph-${name}`).sort());
    }
  });

  describe.each(namedProfiles)('with %s', (_name, profile) => {
    it('are restricted, and write only to /tmp, and search also to its own volume', async () => {
      for (const { owner, spec } of podsOf(await render(profile))) {
        expect([owner, restrictedIssues(spec)]).toEqual([owner, []]);
        for (const container of containersOf(spec)) {
          expect([owner, container.securityContext?.readOnlyRootFilesystem]).toEqual([owner, true]);
        }
        const writable = spec.volumes?.filter((volume) => 'emptyDir' in volume).map(({ name }) => name);
        const stored = /search$/.test(owner) && answersFromMemory(profile) ? ['storage'] : [];
        expect([owner, writable]).toEqual([owner, ['tmp', ...stored]]);
      }
    });

    it('give search space for its checkpoints, and tell it how much', async () => {
      if (!answersFromMemory(profile)) return;
      const pods = podsOf(await render(profile)).filter(({ owner }) => owner.endsWith('search'));
      expect(pods).toHaveLength(1);
      const [{ volumes, containers }] = pods.map(({ spec }) => spec) as [Pod['spec']];
      const [{ env, volumeMounts }] = containers as [Container];
      const value = (name: string) => env!.find((variable) => variable.name === name)!.value!;
      const storage = volumes!.find(({ name }) => name === 'storage') as unknown as {
        emptyDir: { sizeLimit: string };
      };
      const { mountPath } = volumeMounts!.find(({ name }) => name === 'storage')!;
      expect(value('CHECKPOINT_DIRECTORY')).toMatch(new RegExp(`^${mountPath}/`));
      const room = bytes(storage.emptyDir.sizeLimit) / 2 ** 20;
      expect(room).toBeGreaterThan(Number(value('CHECKPOINT_DIRECTORY_MB')));
    });

    it('each have an existing ServiceAccount without a token', async () => {
      const manifests = await render(profile);
      const accounts = ofKind(manifests, 'ServiceAccount');
      for (const account of accounts) expect(account.automountServiceAccountToken).toBe(false);
      const used = podsOf(manifests).map(({ spec }) => spec.serviceAccountName);
      expect(accounts.map(({ metadata }) => metadata.name)).toEqual(expect.arrayContaining(used));
      expect(new Set(used).size).toBe(used.length);
    });

    it('request CPU and memory, limit memory above their request, and keep Node.js below the limit', async () => {
      for (const { owner, spec } of podsOf(await render(profile))) {
        for (const { resources, env } of containersOf(spec)) {
          expect([owner, Object.keys(resources?.requests ?? {})]).toEqual([owner, ['cpu', 'memory']]);
          const [limit, request] = [bytes(resources?.limits?.memory), bytes(resources?.requests?.memory)];
          expect(limit).toBeGreaterThanOrEqual(request);
          const heap = /--max-old-space-size=(\d+)/.exec(
            env?.find(({ name }) => name === 'NODE_OPTIONS')?.value ?? '',
          );
          const share = (Number(heap?.[1]) * 2 ** 20) / limit;
          expect([owner, share > 0.6 && share < 0.8]).toEqual([owner, true]);
        }
      }
    });

    it('of migrations and tests run on the nodes of services', async () => {
      const { serviceDefaults = {} } = profile.values as { serviceDefaults?: Partial<PodSpec> };
      for (const { owner, spec } of podsOf(await render(profile))) {
        expect([owner, spec.nodeSelector]).toEqual([owner, serviceDefaults.nodeSelector]);
        expect([owner, spec.tolerations]).toEqual([owner, serviceDefaults.tolerations]);
      }
    });

    it("run a fixed version of their own program's image", async () => {
      for (const { owner, spec } of podsOf(await render(profile))) {
        for (const { image, name } of containersOf(spec)) {
          expect([owner, image]).toEqual([
            owner,
            expect.stringMatching(/^[^\s@]+\/[a-z]+(:[\w.-]+|@sha256:[0-9a-f]{64})$/),
          ]);
          expect(image).not.toContain(':latest');
          const program = ['smoke-test', 'admin'].includes(name) ? 'admin' : name;
          expect(image).toMatch(new RegExp(`/${program}[:@]`));
        }
      }
    });

    it('of services have startup, readiness, and liveness probes', async () => {
      for (const { metadata, spec } of deploymentsOf(await render(profile))) {
        const [container, ...others] = spec.template.spec.containers;
        expect(others).toEqual([]);
        const { startupProbe, readinessProbe, livenessProbe, ports, name } = container!;
        const isHttp = httpServices.includes(name);
        const ready = isHttp ? { httpGet: { path: '/readyz', port: 'metrics' } } : { grpc: { port: 50051 } };
        expect([metadata.name, startupProbe]).toEqual([metadata.name, expect.objectContaining(ready)]);
        // A public service whose dependencies are down answers 503, which is more informative than a refused
        // connection.
        const serving = isHttp ? { httpGet: { path: '/servez', port: 'metrics' } } : ready;
        expect([metadata.name, readinessProbe]).toEqual([metadata.name, expect.objectContaining(serving)]);
        // Checks only that the process answers: restarting it does not fix a database.
        expect(livenessProbe).toMatchObject({ httpGet: { path: '/healthz', port: 'metrics' } });
        // A slow start is not a failure.
        expect(startupProbe!.periodSeconds! * startupProbe!.failureThreshold!).toBe(300);
        const listening = Object.fromEntries(ports!.map((port) => [port.name, port.containerPort]));
        const httpPort = name === 'gateway' ? 8080 : 8081;
        expect(listening).toEqual({ metrics: 9464, ...(isHttp ? { http: httpPort } : { rpc: 50051 }) });
      }
    });

    it('of services have more time to stop than they sleep and drain', async () => {
      const services = podsOf(await render(profile)).filter(({ owner }) => owner.startsWith('Deployment'));
      for (const pod of services) {
        expect(pod.spec.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(secondsToStop(pod) + 5);
        const [{ name, env }] = pod.spec.containers as [Container];
        const drain = env!.find((variable) => variable.name === 'DRAIN_DELAY_MS')?.value;
        expect([name, drain]).toEqual([name, httpServices.includes(name) ? '3000' : undefined]);
      }
    });

    it('of services have as much time to stop as values.yaml says', async () => {
      const [, services, edge] = /grace period is the sum of both\s+# plus (\d+), .* plus (\d+)/.exec(
        values,
      )!;
      for (const pod of podsOf(await render(profile))) {
        if (!pod.owner.startsWith('Deployment')) continue;
        const [{ name, env }] = pod.spec.containers as [Container];
        const timeout = env!.find((variable) => variable.name === 'SHUTDOWN_TIMEOUT_MS')!.value;
        const { seconds } = pod.spec.containers[0]!.lifecycle!.preStop!.sleep!;
        const more = pod.spec.terminationGracePeriodSeconds! - seconds - Number(timeout) / 1000;
        expect([name, more]).toEqual([name, Number(httpServices.includes(name) ? edge : services)]);
      }
    });

    it('of services are replaced one by one, without a gap', async () => {
      for (const { spec } of deploymentsOf(await render(profile))) {
        expect(spec.strategy).toEqual({
          type: 'RollingUpdate',
          rollingUpdate: { maxUnavailable: 0, maxSurge: expect.anything() as unknown },
        });
      }
    });

    it('are re-created when their settings change', async () => {
      const changed = { ...profile, name: 'changed', values: { ...profile.values, logLevel: 'error' } };
      const checksums = async (of: typeof profile) =>
        deploymentsOf(await render(of)).map(
          ({ spec }) => spec.template.metadata.annotations?.['checksum/config'],
        );
      const [before, after] = [await checksums(profile), await checksums(changed)];
      for (const [index, checksum] of before.entries()) {
        expect(checksum).toMatch(/^[0-9a-f]{64}$/);
        expect(after[index]).not.toBe(checksum);
      }
    });
  });
});

describeWith('helm', "a gateway's memory limit", () => {
  it('is at least twice what 10,000 held requests take, but need not fit a corpus', async () => {
    const deployments = deploymentsOf(await render(profiles.required));
    const limitOf = (name: string) => {
      const { spec } = deployments.find(({ metadata }) => metadata.name.endsWith(`-${name}`))!;
      return bytes(spec.template.spec.containers[0]!.resources?.limits?.memory) / 2 ** 20;
    };
    const [, measured] = /(\d+) MiB with 10,000/.exec(values)!;
    expect(limitOf('gateway')).toBeGreaterThanOrEqual(2 * Number(measured));
    expect(limitOf('gateway')).toBeLessThan(limitOf('search'));
    expect(values.match(/All signals are in memory/g)).toHaveLength(1);
  });
});

const answersFromMemory = ({ values }: Profile) =>
  !(values.opensearch as { answersSearches?: boolean } | undefined)?.answersSearches;

/** A Kubernetes quantity in binary units. */
function bytes(quantity = ''): number {
  const [, number, unit] = /^(\d+)(Mi|Gi)$/.exec(quantity) ?? [];
  return Number(number) * (unit === 'Gi' ? 2 ** 30 : 2 ** 20);
}
