import { matchedBody, testBody, withoutItems } from './event-body';

const savedSearch = { id: 'search-1', name: 'Funding "DE"' };
const documents = ['{"id":"1","title":"A"}', '{"id":"2","title":"B \\u2028"}', '{"id":"3","score":0.1}'];
// As JSON.stringify writes them.
const written = documents.map((document) => JSON.stringify(JSON.parse(document)));

it('contains the items as they are returned', () => {
  const body = matchedBody({ ...savedSearch, extra: 'left out' } as never, written);
  expect(JSON.parse(body)).toEqual({
    type: 'signals.matched',
    data: { savedSearch, items: documents.map((document) => JSON.parse(document) as unknown) },
  });
  for (const document of written) expect(body).toContain(document);
});

it('leaves items out, and keeps the rest byte for byte', () => {
  const body = matchedBody(savedSearch, written);
  expect(withoutItems(body, savedSearch, new Set(['2']))).toBe(
    matchedBody(savedSearch, [written[0]!, written[2]!]),
  );
  expect(withoutItems(body, savedSearch, new Set())).toBe(body);
  expect(withoutItems(body, savedSearch, new Set(['1', '2', '3']))).toBe(matchedBody(savedSearch, []));
});

it('has no items in a test', () => {
  expect(JSON.parse(testBody(savedSearch))).toEqual({
    type: 'webhook.test',
    data: { savedSearch, items: [] },
  });
});
