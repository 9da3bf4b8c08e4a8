import { alertsOf, type Funds } from './alert';

const funds: Funds = {
  free: { used: 0, of: 100 },
  keys: [],
  balanceMicros: 0n,
  month: '2026-11',
};
const settings = { usage: true, balanceBelowMicros: undefined };
const occasions = (changes: Partial<Funds>, wasAbove = false, below?: bigint) =>
  alertsOf({ ...settings, balanceBelowMicros: below }, { ...funds, ...changes }, wasAbove).map(
    ({ occasion, covers }) => [occasion, ...covers],
  );

it.each([
  [49, []],
  [50, [['free:50']]],
  [79, [['free:50']]],
  [80, [['free:80', 'free:50']]],
  [100, [['free:100', 'free:50', 'free:80']]],
])('%s of 100 free records: %j', (used, told) => {
  expect(occasions({ free: { used, of: 100 } })).toEqual(told);
});

it('alerts about caps by lineage, month, and cap, and about nothing when there are none', () => {
  const key = { lineageId: 'k1', name: 'Mine' };
  expect(occasions({ keys: [{ ...key, used: 9, of: 10 }] })).toEqual([
    ['cap:k1:2026-11:10:80', 'cap:k1:2026-11:10:50'],
  ]);
  expect(occasions({ free: { used: 0, of: 0 }, keys: [{ ...key, used: 4, of: 10 }] })).toEqual([]);
  expect(
    alertsOf({ usage: false, balanceBelowMicros: undefined }, { ...funds, free: { used: 9, of: 9 } }, true),
  ).toEqual([]);
});

it('alerts about a balance that falls, not about one that was low before', () => {
  expect(occasions({ balanceMicros: 4n }, true, 5n)).toEqual([['balance:2026-11:5']]);
  expect(occasions({ balanceMicros: 4n }, false, 5n)).toEqual([]);
  expect(occasions({ balanceMicros: 5n }, true, 5n)).toEqual([]);
});

it('says how much of what is used, in percent of the threshold passed', () => {
  const keys = [{ lineageId: 'k1', name: 'Mine', used: 10, of: 10 }];
  expect(alertsOf(settings, { ...funds, free: { used: 51, of: 100 }, keys }, false)).toEqual([
    { occasion: 'free:50', covers: [], content: { about: 'free', percent: 50, used: 51, of: 100 } },
    {
      occasion: 'cap:k1:2026-11:10:100',
      covers: ['cap:k1:2026-11:10:50', 'cap:k1:2026-11:10:80'],
      content: { about: 'cap', percent: 100, key: 'Mine', used: 10, of: 10 },
    },
  ]);
  expect(alertsOf({ usage: false, balanceBelowMicros: 5n }, { ...funds, balanceMicros: -1n }, true)).toEqual([
    { occasion: 'balance:2026-11:5', covers: [], content: { about: 'balance', balance: '-1', below: '5' } },
  ]);
});
