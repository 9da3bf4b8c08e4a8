export * from './account';
export * from './funds';
export * from './timestamp';
