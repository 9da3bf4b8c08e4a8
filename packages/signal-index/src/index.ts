export * from './settings';
export * from './signal-index';
export type { CallOptions, Connection } from './connection';
export { labelField, orderOf, tokenOf, tokensOf } from './fields';
