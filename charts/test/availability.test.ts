import { describeWith } from '@heliograph/testing';
import {
  componentOf,
  deploymentsOf,
  ofKind,
  type Deployment,
  type Labels,
  type Manifest,
} from './support/manifests';
import { namedProfiles, profiles } from './support/profiles';
import { render } from './support/render';

interface DisruptionBudget extends Manifest {
  kind: 'PodDisruptionBudget';
  spec: {
    selector: { matchLabels: Labels };
    maxUnavailable?: number | string;
    minAvailable?: number | string;
  };
}

interface Autoscaler extends Manifest {
  kind: 'HorizontalPodAutoscaler';
  spec: { scaleTargetRef: { name: string }; minReplicas: number; maxReplicas: number };
}

interface ScaledObject extends Manifest {
  kind: 'ScaledObject';
  spec: { scaleTargetRef: { name: string }; minReplicaCount: number; maxReplicaCount: number };
}

function scalersOf(manifests: readonly Manifest[], name: string) {
  const autoscalers = ofKind<Autoscaler>(manifests, 'HorizontalPodAutoscaler')
    .filter(({ spec }) => spec.scaleTargetRef.name === name)
    .map(({ spec }) => ({ minimum: spec.minReplicas, maximum: spec.maxReplicas }));
  const scaledObjects = ofKind<ScaledObject>(manifests, 'ScaledObject')
    .filter(({ spec }) => spec.scaleTargetRef.name === name)
    .map(({ spec }) => ({ minimum: spec.minReplicaCount, maximum: spec.maxReplicaCount }));
  return [...autoscalers, ...scaledObjects];
}

const selects = (selector: Labels, { spec }: Deployment) =>
  Object.entries(selector).every(([name, value]) => spec.template.metadata.labels[name] === value);

describeWith('helm', 'availability', () => {
  describe.each(namedProfiles)('with %s', (_name, profile) => {
    it('the Deployment or a single scaler sets the number of pods, never both', async () => {
      const manifests = await render(profile);
      for (const { metadata, spec } of deploymentsOf(manifests)) {
        const scalers = scalersOf(manifests, metadata.name);
        expect([metadata.name, scalers.length]).toEqual([metadata.name, spec.replicas === undefined ? 1 : 0]);
        for (const { minimum, maximum } of scalers) expect(maximum).toBeGreaterThanOrEqual(minimum);
      }
      const names = deploymentsOf(manifests).map(({ metadata }) => metadata.name);
      for (const { kind, spec } of manifests) {
        if (kind !== 'HorizontalPodAutoscaler' && kind !== 'ScaledObject') continue;
        expect(names).toContain((spec as Autoscaler['spec']).scaleTargetRef.name);
      }
    });

    it('a drained node takes no service down: each with several pods has one budget that allows some disruption', async () => {
      const manifests = await render(profile);
      const budgets = ofKind<DisruptionBudget>(manifests, 'PodDisruptionBudget');
      for (const deployment of deploymentsOf(manifests)) {
        const { name } = deployment.metadata;
        const replicas = deployment.spec.replicas ?? scalersOf(manifests, name)[0]!.minimum;
        const own = budgets.filter(({ spec }) => selects(spec.selector.matchLabels, deployment));
        if (replicas > 1) expect([name, own.length]).toEqual([name, 1]);
        for (const { spec } of own) {
          // Kubernetes refuses two budgets for one pod, and a budget that allows no disruption blocks every node
          // upgrade.
          expect(
            [spec.maxUnavailable, spec.minAvailable].filter((bound) => bound !== undefined),
          ).toHaveLength(1);
          expect(['0', '0%', '100%']).not.toContain(String(spec.maxUnavailable ?? spec.minAvailable));
          expect(spec.minAvailable === undefined || spec.minAvailable !== replicas).toBe(true);
        }
      }
      for (const { spec } of budgets) {
        const selected = deploymentsOf(manifests).filter((one) => selects(spec.selector.matchLabels, one));
        expect(selected).toHaveLength(1);
      }
    });

    it("a service's pods are spread over zones and nodes by their own labels", async () => {
      for (const deployment of deploymentsOf(await render(profile))) {
        const { topologySpreadConstraints = [] } = deployment.spec.template.spec;
        for (const { labelSelector, nodeTaintsPolicy } of topologySpreadConstraints) {
          // Else a lost zone counts as one without pods, and the others take no more.
          expect(nodeTaintsPolicy).toBe('Honor');
          expect(selects(labelSelector.matchLabels, deployment)).toBe(true);
          expect(componentOf(labelSelector.matchLabels)).toBe(
            componentOf(deployment.spec.template.metadata.labels),
          );
        }
      }
    });
  });

  it('by default is spread over zones and nodes, with two pods each', async () => {
    for (const { spec } of deploymentsOf(await render(profiles.required))) {
      expect(spec.replicas).toBe(2);
      expect(spec.template.spec.topologySpreadConstraints?.map(({ topologyKey }) => topologyKey)).toEqual([
        'topology.kubernetes.io/zone',
        'kubernetes.io/hostname',
      ]);
    }
  });
});
