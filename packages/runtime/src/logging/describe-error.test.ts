import { describeError } from './describe-error';
import { createLogger } from './logger';

test('an error with its code and its causes', () => {
  const cause = Object.assign(new TypeError('below'), { code: 'ECONNRESET' });
  expect(describeError(new Error('above', { cause }))).toEqual({
    type: 'Error',
    message: 'above',
    stack: expect.stringContaining('above') as unknown,
    cause: { type: 'TypeError', message: 'below', stack: expect.any(String) as unknown, code: 'ECONNRESET' },
  });
});

test('ends at circular causes', () => {
  const error = new Error('round');
  error.cause = error;
  expect(JSON.stringify(describeError(error)).match(/"message"/g)).toHaveLength(6);
});

test('does not log other properties of an error', () => {
  const lines: string[] = [];
  const destination = { write: (line: string) => lines.push(line) };
  const client = { secretKey: 'S3CRET', values: ['what a user asked for'] };
  const error = Object.assign(new Error('terminating connection'), {
    code: '57P01',
    client,
    detail: 'S3CRET',
  });
  const logger = createLogger({ service: 'test', level: 'info' }, destination);
  logger.warn({ err: error }, 'broke');
  logger.warn({ err: new Error('outer', { cause: { code: 7, client } }) }, 'broke');
  logger.warn(error);
  expect(lines).toHaveLength(3);
  expect(JSON.parse(lines[0]!)).toMatchObject({ err: { message: 'terminating connection', code: '57P01' } });
  expect(JSON.parse(lines[1]!)).toMatchObject({ err: { cause: { code: 7 } } });
  expect(lines.join('')).not.toMatch(/S3CRET|asked for/);
});
