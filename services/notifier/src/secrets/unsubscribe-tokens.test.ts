import { uuidv7 } from '@heliograph/runtime';
import { UnsubscribeTokens } from './unsubscribe-tokens';

const [first, second] = ['a'.repeat(32), 'b'.repeat(32)];

it('reads tokens made here, even with the previous secret, and no others', () => {
  const id = uuidv7();
  const token = new UnsubscribeTokens({ current: first }).make('digest', id);
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(new UnsubscribeTokens({ current: first }).read(token)).toEqual({ kind: 'digest', id });
  const rotated = new UnsubscribeTokens({ current: second, previous: first });
  expect(rotated.read(token)).toEqual({ kind: 'digest', id });
  expect(rotated.read(rotated.make('digest', id))).toEqual({ kind: 'digest', id });
  expect(new UnsubscribeTokens({ current: second }).read(token)).toBeUndefined();
  const ofAlerts = rotated.make('alert', id);
  expect(ofAlerts).not.toBe(rotated.make('digest', id));
  expect(rotated.read(ofAlerts)).toEqual({ kind: 'alert', id });
  expect(rotated.read(rotated.make('webhook', id))).toEqual({ kind: 'webhook', id });
});

it.each([0, 5, 20, 30, 42])('refuses a token whose character %s was changed', (index) => {
  const tokens = new UnsubscribeTokens({ current: first });
  const token = tokens.make('alert', uuidv7());
  const other = token[index] === 'A' ? 'Q' : 'A';
  expect(tokens.read(token.slice(0, index) + other + token.slice(index + 1))).toBeUndefined();
});

it.each(['', 'x', 'A'.repeat(43), 'A'.repeat(44), 'é'.repeat(43)])('refuses %j', (token) => {
  expect(new UnsubscribeTokens({ current: first }).read(token)).toBeUndefined();
});
