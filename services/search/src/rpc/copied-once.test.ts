import { search } from '@heliograph/proto';
import { searchService } from './copied-once';

const lengths = [0, 2, 127, 128, 16_383, 16_384, 3_000_000];

it.each(lengths)('encodes a page of %d bytes like the generated code', (length) => {
  const response: search.SearchResponse = {
    itemsJson: Buffer.alloc(length, '[]'),
    itemCount: 50,
    next: { activityDate: '2026-11-01', id: '9999999999999999999' },
  };
  const { responseSerialize } = search.SearchServiceService.search;
  expect(searchService.search.responseSerialize(response).equals(responseSerialize(response))).toBe(true);
});

it.each(lengths)('encodes a semantic page of %d bytes like the generated code', (length) => {
  const response = search.SemanticSearchResponse.decode(Buffer.alloc(0));
  const full = {
    ...response,
    itemsJson: Buffer.alloc(length, '[]'),
    itemCount: 3,
    collection: 'c',
    model: 'm',
  };
  const { responseSerialize } = search.SearchServiceService.semanticSearch;
  expect(searchService.semanticSearch.responseSerialize(full).equals(responseSerialize(full))).toBe(true);
});
