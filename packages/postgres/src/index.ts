export * from './pool';
export * from './roles';
export * from './migrate';
export * from './bootstrap';
export * from './on-database';
export * from './leader-session';
export * from './plain-array';
export * from './embedded/embedded-postgres';
