import { forgetSignOut, hasSignedOut, rememberSignOut } from './signed-out';

it('is not remembered where storage is blocked, that is, where reading the property throws', () => {
  const blocked = {
    get sessionStorage(): Storage {
      throw new DOMException('Access is denied', 'SecurityError');
    },
  };
  rememberSignOut(blocked);
  expect(hasSignedOut(blocked)).toBe(false);
  forgetSignOut(blocked);
});
