import { chargeOf, issueWith, problemText, readResponse } from './response';

const problem = {
  code: 'invalid_parameter',
  detail: 'Two parameters are wrong.',
  errors: [
    { parameter: 'limit', message: 'must be a whole number from 1 to 50' },
    { parameter: 'limit', message: 'is too large.' },
    { parameter: 'days', message: 'must be 7, 30 or 90' },
    'not an issue',
  ],
};

it('pretty-prints JSON', () => {
  const contentType = 'application/json; charset=utf-8';
  expect(readResponse({ body: '{"data":{"total":3}}', contentType })).toEqual({
    text: '{\n  "data": {\n    "total": 3\n  }\n}',
    issues: [],
  });
  expect(readResponse({ body: 'not JSON', contentType }).text).toBe('not JSON');
});

it('cuts long bodies and says so', () => {
  const { text, cutFrom } = readResponse({ body: 'x'.repeat(200_001), contentType: 'text/plain' });
  expect([text.length, cutFrom]).toEqual([200_000, 200_001]);
});

it('reads a problem document and matches its issues to parameters', () => {
  const read = readResponse({ body: JSON.stringify(problem), contentType: 'application/problem+json' });
  expect(read.problem).toEqual({ code: 'invalid_parameter', detail: 'Two parameters are wrong.' });
  expect(issueWith('limit', read.issues)).toBe('Must be a whole number from 1 to 50. Is too large.');
  expect(issueWith('days', read.issues)).toBe('Must be 7, 30 or 90.');
  expect(issueWith('q', read.issues)).toBeNull();
  const inside = [{ parameter: 'webhook.url', message: 'must begin with https://' }];
  expect(issueWith('webhook', inside)).toBe('Webhook.url must begin with https://.');
});

it('says what the call cost', () => {
  expect(
    chargeOf([
      ['X-Records-Consumed', '2'],
      ['X-Records-Remaining', '9998'],
      ['X-Receipt', '7.abcdef'],
    ]),
  ).toEqual(['2 records used', '9,998 left', 'receipt 7']);
  expect(chargeOf([['X-Records-Consumed', '0']])).toEqual(['free']);
  expect(chargeOf([['X-Records-Remaining', 'many']])).toEqual([]);
});

it('says what is wrong, without the issues, and when to try again', () => {
  const { code, detail, errors } = problem;
  const read = (document: object) =>
    readResponse({ body: JSON.stringify(document), contentType: 'application/problem+json' });
  const headers: [string, string][] = [['Retry-After', '1']];
  expect(problemText(read({ code, detail, errors }), [])).toBe('');
  expect(problemText(read({ code, detail }), [])).toBe(detail);
  expect(problemText(read({ code, detail }), headers)).toBe(`${detail} Try again in 1 second.`);
});

it('treats data that looks like a problem as data', () => {
  expect(
    readResponse({ body: JSON.stringify(problem), contentType: 'application/json' }).problem,
  ).toBeUndefined();
});
