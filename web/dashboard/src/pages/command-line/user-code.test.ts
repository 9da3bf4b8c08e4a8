import { readUserCode } from './user-code';

describe('a user code', () => {
  it.each(['WDJB-MJHT', 'wdjbmjht', ' wdjb mjht ', 'WDJB–MJHT'])('is read from %j', (text) => {
    expect(readUserCode(text)).toBe('WDJB-MJHT');
  });

  it.each(['', 'WDJB', 'WDJB-MJHT-X', '../../x'])('is not %j', (text) => {
    expect(readUserCode(text)).toBeUndefined();
  });
});
