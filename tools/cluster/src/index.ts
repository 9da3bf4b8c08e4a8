export { run } from './run';
export type { ClusterStatus } from './status';
export { askCluster } from './control/ask-cluster';
export type { ControlCommand } from './control/protocol';
export { makeCustomer, type LoadCustomer, type ServiceAccess } from './load/customer';
export { Load, type LoadResult } from './load/load';
export { waitForSemanticSearch } from './load/wait-for-semantic-search';
export { reconcile, violationsOf, type Reconciliation } from './load/reconcile';
