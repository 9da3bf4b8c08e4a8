import fc from 'fast-check';
import { deviceName, limited } from './device-name';

/** What the API takes: 1 to 100 characters, none of them invisible. */
const TAKEN = /^(?=.*\S)[^\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}]{1,100}$/u;

it('names this machine as the API takes it', () => {
  expect(deviceName()).toMatch(TAKEN);
});

it('makes any name one that the API takes, or nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
      const result = limited(name);
      expect(result.length).toBeLessThanOrEqual(100);
      if (result.trim() !== '') expect(result).toMatch(TAKEN);
    }),
  );
});
