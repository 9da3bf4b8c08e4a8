import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { userAgent, VERSION } from './version';

it("is the package's version", () => {
  const { version } = JSON.parse(readFileSync(join(__dirname, '../package.json'), 'utf8')) as {
    version: string;
  };
  expect(VERSION).toBe(version);
});

it('is what the API reads from User-Agent', () => {
  expect(userAgent()).toMatch(new RegExp(`^signals-cli/${VERSION.replaceAll('.', '\\.')} `));
});
