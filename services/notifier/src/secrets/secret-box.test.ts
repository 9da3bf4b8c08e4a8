import { SecretBox } from './secret-box';

const [ONE, OTHER] = ['one secret of at least 32 characters', 'another secret of at least 32 characters'];

it('opens what it sealed, which differs each time and contains nothing readable', () => {
  const box = new SecretBox({ current: ONE });
  const [first, second] = [box.seal('whsec_x', 'row'), box.seal('whsec_x', 'row')];
  expect(first.equals(second)).toBe(false);
  expect(first.toString('latin1')).not.toContain('whsec');
  expect([box.open(first, 'row'), box.open(second, 'row')]).toEqual(['whsec_x', 'whsec_x']);
});

it('opens nothing that was changed, truncated, moved to another row, or sealed with an unknown key', () => {
  const box = new SecretBox({ current: ONE });
  const sealed = box.seal('whsec_x', 'row');
  expect(() => box.open(sealed, 'other')).toThrow();
  for (let index = 0; index < sealed.length; index++) {
    const changed = Buffer.from(sealed);
    changed[index]! ^= 1;
    expect(() => box.open(changed, 'row')).toThrow();
  }
  expect(() => box.open(sealed.subarray(0, -1), 'row')).toThrow();
  expect(() => new SecretBox({ current: OTHER }).open(sealed, 'row')).toThrow(
    /another WEBHOOK_ENCRYPTION_SECRET: restore it, or set it as WEBHOOK_ENCRYPTION_SECRET_PREVIOUS/,
  );
});

it('opens with the previous key and seals with the current one', () => {
  const before = new SecretBox({ current: ONE });
  const box = new SecretBox({ current: OTHER, previous: ONE });
  expect(box.open(before.seal('whsec_x', 'row'), 'row')).toBe('whsec_x');
  const sealed = box.seal('whsec_x', 'row');
  expect(sealed.subarray(0, box.prefix.length)).toEqual(box.prefix);
  expect(() => before.open(sealed, 'row')).toThrow();
});
