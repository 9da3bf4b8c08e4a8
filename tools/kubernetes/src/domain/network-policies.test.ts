import { policyTable, selects, type ClusterObjects, type NetworkPolicy, type Pod } from './network-policies';

function pod(name: string, address: string, namespace = 'heliograph', nodeName = 'node1'): Pod {
  return {
    metadata: { name, namespace, uid: `uid-${name}`, labels: { app: name } },
    spec: { nodeName, containers: [{ ports: [{ name: 'rpc', containerPort: 50_051 }] }] },
    status: { podIP: address, phase: 'Running' },
  };
}

function policy(spec: NetworkPolicy['spec']): NetworkPolicy {
  return { metadata: { name: 'policy', namespace: 'heliograph', uid: 'policy' }, spec };
}

function tableOf(spec: NetworkPolicy['spec'], pods: Pod[]): string {
  const namespaces: ClusterObjects['namespaces'] = ['heliograph', 'edge'].map((name) => ({
    metadata: { name, namespace: '', uid: name, labels: { name } },
  }));
  return policyTable('node1', { pods, namespaces, policies: [policy(spec)] });
}

const ledger = pod('ledger', '10.244.1.2');
const gateway = pod('gateway', '10.244.2.3', 'heliograph', 'node2');
const client = pod('client', '10.244.1.9', 'edge');
const app = (name: string) => ({ matchLabels: { app: name } });

it('isolates the selected pods of its node and admits the named peers at the named port', () => {
  const spec = {
    podSelector: app('ledger'),
    ingress: [{ from: [{ podSelector: app('gateway') }], ports: [{ port: 'rpc' }] }],
  };
  const table = tableOf(spec, [ledger, gateway, client]);
  expect(table).toContain('ip daddr vmap { 10.244.1.2 : jump ingress_uidledger }');
  expect(table).toMatch(
    /chain ingress_uidledger \{\n {4}ip saddr 10\.244\.2\.3 tcp dport 50051 return\n {4}counter drop/,
  );
  expect(table).not.toContain('ip saddr vmap');
});

it("finds a peer without a namespace selector only in the policy's namespace", () => {
  const outgoing = (peer: object) =>
    tableOf({ podSelector: app('ledger'), policyTypes: ['Egress'], egress: [{ to: [peer] }] }, [
      ledger,
      client,
    ]);
  expect(outgoing({ podSelector: app('client') })).not.toContain('10.244.1.9');
  expect(outgoing({ namespaceSelector: { matchLabels: { name: 'edge' } } })).toContain(
    'ip daddr 10.244.1.9 return',
  );
});

it('isolates without rules, but not in a direction that the policy does not name', () => {
  const table = tableOf({ podSelector: {}, policyTypes: ['Egress'] }, [ledger]);
  expect(table).toMatch(/chain egress_uidledger \{\n {4}counter drop\n/);
  expect(table).not.toContain('ingress_');
});

it('omits pods of other nodes and pods that have ended', () => {
  const ended = { ...ledger, status: { podIP: '10.244.1.2', phase: 'Succeeded' } };
  expect(tableOf({ podSelector: {} }, [ended, gateway])).not.toContain('chain ingress_');
});

it('honors address blocks and their exceptions', () => {
  const block = { ipBlock: { cidr: '10.0.0.0/8', except: ['10.1.0.0/16', '10.2.0.0/16'] } };
  const spec = { podSelector: {}, egress: [{ to: [block], ports: [{ port: 80, endPort: 90 }] }] };
  expect(tableOf(spec, [ledger])).toContain(
    'ip daddr 10.0.0.0/8 ip daddr != { 10.1.0.0/16, 10.2.0.0/16 } tcp dport 80-90 return',
  );
});

it('omits IPv6 blocks, which a table of IPv4 rules cannot contain', () => {
  const to = [{ ipBlock: { cidr: '2000::/3' } }, { ipBlock: { cidr: '10.0.0.0/8' } }];
  const table = tableOf({ podSelector: {}, egress: [{ to }] }, [ledger]);
  expect(table).toContain('ip daddr 10.0.0.0/8 return');
  expect(table).not.toContain('2000::');
});

it.each([
  ['In', ['a'], { key: 'a' }, true],
  ['In', ['a'], {}, false],
  ['NotIn', ['a'], {}, true],
  ['NotIn', ['a'], { key: 'a' }, false],
  ['Exists', [], { key: '' }, true],
  ['DoesNotExist', [], { key: '' }, false],
])('evaluates the operator %s %j for %j', (operator, values, labels, holds) => {
  expect(selects({ matchExpressions: [{ key: 'key', operator, values }] }, labels)).toBe(holds);
});
