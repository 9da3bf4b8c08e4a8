import { formatInvitationToken, readInvitationToken } from './invitation';

const ID = '01920000-0000-7000-8000-000000000000';
const SECRET = 'a'.repeat(43);

it('reads what it formats', () =>
  expect(readInvitationToken(formatInvitationToken(ID, SECRET))).toEqual({ id: ID, secret: SECRET }));

it.each([
  '',
  ID,
  `${ID}.`,
  `.${SECRET}`,
  `${ID}.${SECRET}a`,
  `${ID}.${SECRET.slice(1)}!`,
  `x${ID}.${SECRET}`,
])('reads nothing from %j', (token) => expect(readInvitationToken(token)).toBeUndefined());
