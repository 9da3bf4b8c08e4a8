export * from './message';
export * from './event-log';
export * from './cloud-event';
export * from './topics';
export * from './settings';
export * from './create-event-log';
