import { Recovery } from './recovery';

it('measures until the first 200 to an affected request that was sent after the fault', () => {
  let now = 0;
  const recovery = new Recovery(() => now);
  now = 1_000;
  recovery.recordFault('kill-search');
  recovery.recordFault('kill-company');
  now = 1_500;
  recovery.answered(900, 'search');
  expect([...recovery.byKind]).toEqual([]);
  recovery.answered(1_100, 'company');
  now = 2_000;
  recovery.answered(1_800, 'search');
  recovery.answered(1_900, 'search');
  expect([...recovery.byKind]).toEqual([
    ['kill-company', [500]],
    ['kill-search', [1_000]],
  ]);
});
