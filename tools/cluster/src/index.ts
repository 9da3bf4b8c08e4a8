export { run, type Infrastructure, type RunOptions } from './run';
export type { ClusterStatus, Incident, InstanceStatus } from './status';
export { askCluster } from './control/ask-cluster';
export type { ControlCommand } from './control/protocol';
export { makeCustomer, type LoadCustomer, type ServiceAccess } from './load/customer';
export { Load, type ChargedAnswer, type FailedRequest, type LoadResult } from './load/load';
export { waitForSemanticSearch } from './load/wait-for-semantic-search';
export { reconcile, violationsOf, type Reconciliation } from './load/reconcile';
export { PROXY_FAILURE, SERVED_BY } from './network/reverse-proxy';
