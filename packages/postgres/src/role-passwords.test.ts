import { ConfigError } from '@heliograph/runtime';
import { givenRolePasswords } from './role-passwords';

it('reads the passwords of roles with a connection string', () => {
  expect(
    givenRolePasswords({ DATABASE_URL_LEDGER: 'postgresql://heliograph_ledger:p%40ss@db:5432/heliograph' }),
  ).toEqual({ ledger: 'p@ss' });
});

it('takes no password from a user that acts for the role', () => {
  expect(
    givenRolePasswords({ DATABASE_URL_LEDGER: 'postgresql://heliograph_ledger_b:other@db/heliograph' }),
  ).toEqual({});
});

it.each([
  ['postgresql://heliograph_identity:hidden@db/heliograph', 'must name the user heliograph_ledger'],
  ['postgresql://heliograph_ledger@db/heliograph', 'must name the user heliograph_ledger'],
  ['postgresql://heliograph_ledger_b@db/heliograph', 'must name the user heliograph_ledger'],
  ['postgresql://heliograph_ledgers:hidden@db/heliograph', 'must name the user heliograph_ledger'],
  ['hidden', 'must have the form postgresql://heliograph_ledger:password@host'],
])('refuses %s without repeating it', (url, message) => {
  const refused = () => givenRolePasswords({ DATABASE_URL_LEDGER: url });
  expect(refused).toThrow(ConfigError);
  expect(refused).toThrow(message);
  expect(refused).not.toThrow('hidden');
});
