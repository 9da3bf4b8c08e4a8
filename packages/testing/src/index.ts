export * from './secret';
export * from './wait-for';
export * from './free-address';
export * from './infrastructure';
export * from './test-database';
export * from './test-redis';
