import { ServiceError } from '@heliograph/runtime';

export const noSuchAccount = (): ServiceError => new ServiceError('not_found', 'There is no such account.');

export const noSuchKey = (): ServiceError => new ServiceError('not_found', 'There is no such key.');
