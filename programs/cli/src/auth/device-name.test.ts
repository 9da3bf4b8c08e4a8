import fc from 'fast-check';
import { deviceName, limited } from './device-name';

/** The API's rule: 1 to 100 characters, none invisible. */
const TAKEN = /^(?=.*\S)[^\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}]{1,100}$/u;

it('gives this machine a valid name', () => {
  expect(deviceName()).toMatch(TAKEN);
});

it('turns any name into a valid one, or nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
      const result = limited(name);
      expect(result.length).toBeLessThanOrEqual(100);
      if (result.trim() !== '') expect(result).toMatch(TAKEN);
    }),
  );
});
