import { describeWith } from '@heliograph/testing';
import { processEnvironment } from './support/environment';
import {
  componentOf,
  containersOf,
  deploymentsOf,
  ofKind,
  podsOf,
  type Labels,
  type Manifest,
} from './support/manifests';
import { namedProfiles, profiles } from './support/profiles';
import { render } from './support/render';

interface Service extends Manifest {
  kind: 'Service';
  spec: {
    clusterIP?: string;
    type?: string;
    publishNotReadyAddresses?: boolean;
    selector: Labels;
    ports: { name: string; port: number; targetPort: string | number }[];
  };
}

interface Route {
  rules: { backendRefs?: { name: string; port: number }[] }[];
}

interface IngressSpec {
  rules: {
    http: { paths: { backend: { service: { name: string; port: { name?: string; number?: number } } } }[] };
  }[];
}

const httpPorts: Record<string, number> = { gateway: 8080, dashboard: 8081 };

describeWith('helm', 'addresses', () => {
  describe.each(namedProfiles)('with %s', (_name, profile) => {
    it("belong to Services, each of which selects one Deployment's pods by existing ports", async () => {
      const manifests = await render(profile);
      const deployments = deploymentsOf(manifests);
      const services = ofKind<Service>(manifests, 'Service');
      expect(services.map(({ metadata }) => metadata.name).sort()).toEqual(
        deployments.map(({ metadata }) => metadata.name).sort(),
      );
      for (const { metadata, spec } of services) {
        const selected = deployments.filter(({ spec: { template } }) =>
          Object.entries(spec.selector).every(([name, value]) => template.metadata.labels[name] === value),
        );
        expect(selected.map((deployment) => deployment.metadata.name)).toEqual([metadata.name]);
        const ports = selected[0]!.spec.template.spec.containers[0]!.ports!;
        for (const { name, port, targetPort } of spec.ports) {
          const target = ports.find((one) => one.name === targetPort || one.containerPort === targetPort);
          expect([metadata.name, name, target?.containerPort]).toEqual([metadata.name, name, port]);
        }
        expect(spec.publishNotReadyAddresses ?? false).toBe(false);
        const http = httpPorts[componentOf(spec.selector)];
        const serving = http === undefined ? ['rpc', 50051] : ['http', http];
        expect(spec.ports.map(({ name, port }) => [name, port])).toEqual([serving, ['metrics', 9464]]);
        // gRPC callers see every pod; HTTP services have one address.
        expect([metadata.name, spec.clusterIP ?? '']).toEqual([
          metadata.name,
          http === undefined ? 'None' : '',
        ]);
        expect(spec.type ?? 'ClusterIP').toBe('ClusterIP');
      }
    });

    it("in programs' settings lead to Services of the release", async () => {
      const manifests = await render(profile);
      const names = ofKind<Service>(manifests, 'Service').map(({ metadata }) => metadata.name);
      for (const { owner, spec } of podsOf(manifests)) {
        for (const container of containersOf(spec)) {
          for (const [variable, address] of Object.entries(processEnvironment(container))) {
            if (!variable.endsWith('_ADDRESS') || variable === 'RPC_ADDRESS') continue;
            const domain = profile === profiles.everything ? 'example.internal' : 'cluster.local';
            const [, name] = /^dns:\/\/\/([\w-]+)\.heliograph\.svc\.([\w.]+)\.:50051$/.exec(address) ?? [];
            expect([owner, variable, name]).toEqual([
              owner,
              variable,
              `heliograph-${variable.slice(0, -8).toLowerCase()}`,
            ]);
            expect(address).toContain(`.svc.${domain}.:`);
            expect(names).toContain(name);
          }
        }
      }
    });

    it('in routes lead to the HTTP ports of gateway and dashboard', async () => {
      const manifests = await render(profile);
      const backends = manifests.flatMap(({ kind, spec }) => {
        if (kind === 'HTTPRoute') {
          return (spec as Route).rules.flatMap(({ backendRefs = [] }) =>
            backendRefs.map((one) => [one.name, one.port]),
          );
        }
        if (kind !== 'Ingress') return [];
        return (spec as IngressSpec).rules.flatMap(({ http }) =>
          http.paths.map(({ backend: { service } }) => [
            service.name,
            service.port.name ?? service.port.number,
          ]),
        );
      });
      const isRouted = backends.length > 0;
      const expected = manifests.some(({ kind }) => kind === 'Ingress')
        ? [
            ['heliograph-dashboard', 'http'],
            ['heliograph-gateway', 'http'],
          ]
        : [
            ['heliograph-dashboard', 8081],
            ['heliograph-gateway', 8080],
          ];
      if (isRouted) expect(backends.sort()).toEqual(expected);
      expect(isRouted).toBe(
        ['production', 'everything', 'routed'].some((one) => profiles[one as 'routed'] === profile),
      );
    });
  });
});
