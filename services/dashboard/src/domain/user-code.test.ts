import { userCodeOf } from './user-code';

it.each(['WDJB-MJHT', 'wdjb-mjht', 'WDJBMJHT', 'wdjb mjht', 'w d j b - m j h t'])('reads %s', (text) =>
  expect(userCodeOf(text)).toBe('WDJB-MJHT'),
);

it.each(['', 'WDJB', 'WDJB-MJH', 'WDJB-MJHTX', '-WDJBMJHT', 'WDJB/MJHT', 'ẞDJB-MJHT', 'a'.repeat(1_000)])(
  'finds no code in %j',
  (text) => expect(userCodeOf(text)).toBeUndefined(),
);
