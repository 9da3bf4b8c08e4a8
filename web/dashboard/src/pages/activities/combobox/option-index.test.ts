import { indexOptions, matchOptions } from './option-index';

const labels = [
  'Robotics',
  'Home Robots',
  'Food & Beverages',
  'Café Chains',
  'C++ Tooling',
  '株式会社ロボット',
  '배송 스타트업',
  'บริษัทใหม่',
  'Real-Time Bidding',
];
const index = indexOptions([
  ...labels.map((label) => ({ id: label, label })),
  { id: 'DE', label: 'Germany' },
]);
const found = (text: string) => matchOptions(index, text, 50).shown.map(({ label }) => label);

describe('matching options', () => {
  it.each([
    ['rob', ['Robotics', 'Home Robots']],
    ['ROBOTS home', ['Home Robots']],
    ['food beverages', ['Food & Beverages']],
    ['cafe', ['Café Chains']],
    ['c++', ['C++ Tooling']],
    ['会社', ['株式会社ロボット']],
    ['ﾛﾎﾞ', ['株式会社ロボット']],
    ['ロホ', []],
    ['타트업', ['배송 스타트업']],
    ['ษัท', ['บริษัทใหม่']],
    ['real time', ['Real-Time Bidding']],
    ['time', ['Real-Time Bidding']],
    ['de', ['Germany']],
    ['botics', []],
  ])('%s', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it('are all options for empty text, in their own order', () => {
    expect(found('  ')).toEqual([...labels, 'Germany']);
  });

  it('are counted beyond those shown, even among 25,000', () => {
    const many = indexOptions(
      Array.from({ length: 25_000 }, (_, number) => ({ id: `i${number}`, label: `Industry ${number}` })),
    );
    expect(matchOptions(many, '', 50)).toMatchObject({ total: 25_000, shown: { length: 50 } });
    expect(matchOptions(many, 'industry 24', 50)).toMatchObject({ total: 1111, shown: { length: 50 } });
  });

  it('list prefix matches first', () => {
    const order = indexOptions(['A new seed', 'Seed', 'Pre-seed'].map((label) => ({ id: label, label })));
    expect(matchOptions(order, 'seed', 2).shown.map(({ label }) => label)).toEqual(['Seed', 'A new seed']);
  });
});
