import { search } from '@heliograph/proto';
import { searchService } from './search-service';

const generated = search.SearchServiceService;

it.each([0, 1, 127, 128, 16_383, 16_384, 3_000_000])(
  'decodes a page of %d bytes like the generated code',
  (length) => {
    const message = generated.search.responseSerialize({
      itemsJson: Buffer.alloc(length, '[]'),
      itemCount: 50,
      next: { activityDate: '2026-11-01', id: '9999999999999999999' },
    });
    const { itemsJson, ...rest } = searchService.search.responseDeserialize(message);
    const expected = generated.search.responseDeserialize(message);
    expect(itemsJson.equals(expected.itemsJson)).toBe(true);
    expect({ ...rest, itemsJson: expected.itemsJson }).toStrictEqual(expected);
  },
);

it('takes the items where they lie', () => {
  const message = generated.semanticSearch.responseSerialize({
    ...search.SemanticSearchResponse.decode(Buffer.alloc(0)),
    ...{ itemsJson: Buffer.alloc(5_000, '[]'), itemCount: 3, collection: 'c' },
  });
  const response = searchService.semanticSearch.responseDeserialize(message);
  expect(response).toEqual(generated.semanticSearch.responseDeserialize(message));
  expect(response.itemsJson.buffer).toBe(message.buffer);
});
