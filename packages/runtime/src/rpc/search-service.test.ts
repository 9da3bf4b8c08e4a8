import { search } from '@heliograph/proto';
import { splitBytesField } from './bytes-fields';
import { searchService } from './search-service';

const generated = search.SearchServiceService;
const lengths = [0, 1, 2, 127, 128, 16_383, 16_384, 3_000_000];

const page = (length: number): search.SearchResponse => ({
  itemsJson: Buffer.alloc(length, '[]'),
  itemCount: 50,
  next: { activityDate: '2026-11-01', id: '9999999999999999999' },
});
const semanticPage = (length: number): search.SemanticSearchResponse => ({
  ...search.SemanticSearchResponse.decode(Buffer.alloc(0)),
  itemsJson: Buffer.alloc(length, '[]'),
  itemCount: 3,
  collection: 'c',
  model: 'm',
});

/** Compares megabytes of items as bytes. */
function expectSame<Response extends { itemsJson: Buffer }>(response: Response, expected: Response): void {
  expect(response.itemsJson.equals(expected.itemsJson)).toBe(true);
  expect({ ...response, itemsJson: expected.itemsJson }).toStrictEqual(expected);
}

it.each(lengths)('encodes and decodes a page of %d bytes as the generated code does', (length) => {
  const message = generated.search.responseSerialize(page(length));
  expect(searchService.search.responseSerialize(page(length)).equals(message)).toBe(true);
  expectSame(
    searchService.search.responseDeserialize(message),
    generated.search.responseDeserialize(message),
  );
});

it.each(lengths)('encodes and decodes a semantic page of %d bytes as the generated code does', (length) => {
  const message = generated.semanticSearch.responseSerialize(semanticPage(length));
  expect(searchService.semanticSearch.responseSerialize(semanticPage(length)).equals(message)).toBe(true);
  expectSame(
    searchService.semanticSearch.responseDeserialize(message),
    generated.semanticSearch.responseDeserialize(message),
  );
});

it('reads items without copying them', () => {
  const message = generated.search.responseSerialize(page(5_000));
  expect(searchService.search.responseDeserialize(message).itemsJson.buffer).toBe(message.buffer);
});

it.each([
  ['that is cut off in the length', [0x0a, 0x80]],
  ['that is shorter than its length', [0x0a, 3, 1, 2]],
  ['that begins with another field', [0x10, 1]],
  ['that is empty', []],
])('leaves a message %s to the generated code', (_name, bytes) => {
  expect(splitBytesField(Buffer.from(bytes), 1)).toBeUndefined();
});
