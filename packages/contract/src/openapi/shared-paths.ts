import { changesPath } from './changes-path';
import { dataPaths, type InterfaceDescription } from './data-paths';
import { helperPaths } from './helper-paths';
import { receiptPaths } from './receipt-paths';
import { savedSearchPaths } from './saved-search-paths';
import type { OpenApiDocument } from './types';

/** Tags of the operations that keys and sessions share. */
export const sharedTags: OpenApiDocument['tags'] = [
  { name: 'Signals', description: 'Activities of companies.' },
  { name: 'Companies', description: 'Companies mentioned in signals.' },
  { name: 'Saved searches', description: 'Searches you save, and webhooks that report new matches.' },
];

/** The operations that keys and sessions share, as described for one of the two interfaces. */
export const sharedPaths = (api: InterfaceDescription): OpenApiDocument['paths'] => ({
  ...dataPaths(api),
  ...changesPath(api),
  ...helperPaths(api),
  ...savedSearchPaths(api),
  ...receiptPaths(api),
});
