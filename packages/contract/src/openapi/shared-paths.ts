import type { Reference } from '../json-schema';
import { changesPath } from './changes-path';
import { dataPaths, type InterfaceDescription } from './data-paths';
import { helperPaths } from './helper-paths';
import { receiptPaths } from './receipt-paths';
import { savedSearchPaths } from './saved-search-paths';
import { errorRefs } from './responses';
import { operationsOf, type OpenApiDocument, type OperationObject, type PathItem } from './types';

/** Tags of the operations that keys and sessions share. */
export const sharedTags: OpenApiDocument['tags'] = [
  { name: 'Signals', description: 'Activities of companies.' },
  { name: 'Companies', description: 'Companies mentioned in signals.' },
  { name: 'Saved searches', description: 'Searches you save, and webhooks that report new matches.' },
];

/** The operations that keys and sessions share, as described for one of the two interfaces. */
export const sharedPaths = (api: InterfaceDescription): OpenApiDocument['paths'] => {
  const paths = {
    ...dataPaths(api),
    ...changesPath(api),
    ...helperPaths(api),
    ...savedSearchPaths(api),
    ...receiptPaths(api),
  };
  if (!api.testOutcome) return paths;
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [path, withOutcome(item, api.testOutcome!)]),
  );
};

/** A path whose operations take the header that forces an outcome, of which 402 is one. */
function withOutcome(item: PathItem, testOutcome: Reference): PathItem {
  return Object.fromEntries(
    operationsOf(item).map(({ method, operation }): [string, OperationObject] => [
      method.toLowerCase(),
      {
        ...operation,
        parameters: [...operation.parameters, testOutcome],
        responses: { ...operation.responses, ...errorRefs(402) },
      },
    ]),
  );
}
