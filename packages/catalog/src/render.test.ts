import {
  canonicalSignal,
  contentHash,
  effectiveValues,
  inheritedBits,
  recordOfDocument,
  renderDocument,
} from './render';
import type { SignalRecord } from './records';

const record: SignalRecord = {
  id: '1',
  title: 'One',
  category: 'ipo',
  companySlug: 'acme',
  activityDate: '2026-11-01',
  publishedAt: '2026-11-01T00:00:00.000Z',
};

test.each([
  '2026-11-01',
  '2026-11-01T00:00:00Z',
  '2026-11-01T01:00:00.000+01:00',
  '2026-11-01T00:00:00.000Z',
])('an equivalent instant %s gives the same record', (publishedAt) => {
  const canonical = canonicalSignal({ ...record, publishedAt });
  expect(canonical.publishedAt).toBe('2026-11-01T00:00:00.000Z');
  expect(contentHash(canonical)).toBe(contentHash(canonicalSignal(record)));
});

test('ignores duplicate industries and empty members', () => {
  const canonical = canonicalSignal({
    ...record,
    industries: ['A', 'B', 'A'],
    hiring: { types: [] },
    funding: {},
  });
  expect(canonical).toMatchObject({ industries: ['A', 'B'], hiring: undefined, funding: undefined });
});

test('the record can be restored from its document', () => {
  const canonical = canonicalSignal({ ...record, country: 'France', industries: [] });
  const company = { slug: 'acme', name: 'Acme', country: 'Spain', city: 'Madrid', industries: ['Steel'] };
  const document = renderDocument(canonical, company, effectiveValues(canonical, company));
  expect(contentHash(recordOfDocument(document, inheritedBits(canonical)))).toBe(contentHash(canonical));
});
