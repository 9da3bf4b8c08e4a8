import type { Call } from '../../../calls/call';
import { type ActivityFilters, listParameters } from './filters';

/** The page's search as a call of the data API. */
export const searchCall = (filters: ActivityFilters): Call => ({
  name: 'search',
  values: listParameters(filters),
});

/** One record as a call. */
export const recordCall = (id: string): Call => ({ name: 'search', values: [['ids', id]] });
