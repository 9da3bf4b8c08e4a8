import { rolePassword } from '@heliograph/postgres';
import { CommandError } from '../failure';
import { rolePasswords } from './role-passwords';

const secret = 'x'.repeat(40);

it('takes the password of a role that has a connection string, and derives the others', () => {
  const passwordOf = rolePasswords(
    { DATABASE_URL_LEDGER: 'postgresql://heliograph_ledger:p%40ss@db:5432/heliograph' },
    secret,
  );
  expect(passwordOf('heliograph_ledger')).toBe('p@ss');
  expect(passwordOf('heliograph_identity')).toBe(rolePassword(secret, 'identity'));
});

it.each([
  ['postgresql://heliograph_identity:hidden@db/heliograph', 'must name the user heliograph_ledger'],
  ['postgresql://heliograph_ledger@db/heliograph', 'must name the user heliograph_ledger'],
  ['hidden', 'must read postgresql://heliograph_ledger:password@host'],
])('refuses %s, without repeating it', (url, message) => {
  const refused = () => rolePasswords({ DATABASE_URL_LEDGER: url }, secret);
  expect(refused).toThrow(CommandError);
  expect(refused).toThrow(message);
  expect(refused).not.toThrow('hidden');
});
