import { resolve } from 'node:path';

export const REPOSITORY = resolve(__dirname, '../../..');
export const CHART = resolve(REPOSITORY, 'charts/heliograph');
