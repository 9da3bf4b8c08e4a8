import { recordChanges } from './record-changes';

it('names each allowance that changed, with its sign', () => {
  expect(recordChanges({ api: 100, cli: 500 })).toBe('+100 API, +500 command line');
  expect(recordChanges({ subscription: -2_500 })).toBe('−2,500 subscription');
  expect(recordChanges({})).toBe('–');
});
