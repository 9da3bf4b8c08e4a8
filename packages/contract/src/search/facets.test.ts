import { FACET_NAMES, facetLabel, facetOf } from './facets';
import { STRUCTURED_PARAMETERS } from './structured';

it.each(FACET_NAMES)('%s is named like its filter', (name) => {
  const { leavesOut, label } = facetOf(name);
  const filters = leavesOut.map((filter) => STRUCTURED_PARAMETERS[filter].label);
  expect(facetLabel(name)).toBe(filters[0] ?? label);
  if (name in STRUCTURED_PARAMETERS && filters.length > 0) expect(leavesOut[0]).toBe(name);
});
