export * from './settings';
export * from './signal-index';
export { labelField, orderOf, tokenOf, tokensOf } from './fields';
