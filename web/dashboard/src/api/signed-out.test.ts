import { forgetSignOut, rememberSignOut, signedOutFrom } from './signed-out';

it('is not remembered where storage is blocked, that is, where reading the property throws', () => {
  const blocked = {
    get sessionStorage(): Storage {
      throw new DOMException('Access is denied', 'SecurityError');
    },
  };
  rememberSignOut(blocked);
  expect(signedOutFrom(blocked)).toBeNull();
  forgetSignOut(blocked);
});
