export * from './pool';
export * from './roles';
export * from './migrate';
export * from './bootstrap';
export * from './embedded/embedded-postgres';
