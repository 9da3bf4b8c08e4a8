export * from './vector-index';
export * from './settings';
export * from './create-vector-index';
