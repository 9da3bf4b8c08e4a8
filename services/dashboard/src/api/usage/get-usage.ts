import { endpoint } from '../endpoint';
import { readUsageReport, USAGE_PARAMETERS } from './read-report';

/** `GET /usage?month=` */
export const getUsage = endpoint({
  name: 'getUsage',
  query: USAGE_PARAMETERS,
  checksQuery: true,
  run: readUsageReport,
});
