import { failureOf } from './sender';

it.each([200, 204, 299])('ends a delivery with %i', (status) =>
  expect(failureOf({ status })).toBeUndefined(),
);

it.each([199, 300, 302, 399, 400, 410, 500])('does not end a delivery with %i', (status) =>
  expect(failureOf({ status })).toContain(String(status)),
);
