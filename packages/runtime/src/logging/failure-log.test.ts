import { waitFor } from '@heliograph/testing';
import { FailureLog } from './failure-log';
import { createLogger } from './logger';

interface Line {
  level: number;
  msg: string;
  repeated?: number;
  requestId?: string;
  err?: { message: string };
}
const WARN = 40;
const ERROR = 50;

let lines: Line[];
let logger: ReturnType<typeof createLogger>;
beforeEach(() => {
  lines = [];
  logger = createLogger(
    { service: 'test', level: 'info' },
    { write: (line) => lines.push(JSON.parse(line) as Line) },
  );
});

/** Creates errors in one place. */
const failure = (message: string, code?: string) => Object.assign(new Error(message), { code });

it('logs a repeated failure once, then how often it occurred', async () => {
  const log = new FailureLog(logger, 50);
  for (let count = 1; count <= 100; count += 1) {
    log.error({ err: failure(`of ${count}`), requestId: String(count) }, 'call failed');
  }
  expect(lines).toMatchObject([{ level: ERROR, msg: 'call failed', requestId: '1' }]);
  expect(lines[0]).not.toHaveProperty('repeated');
  await waitFor(() => lines.length === 2);
  expect(lines[1]).toMatchObject({ repeated: 99, requestId: '100', err: { message: 'of 100' } });
  // That line starts the next interval: failures within it wait, later ones do not.
  await waitFor(() => {
    log.error({ err: failure('later') }, 'call failed');
    return lines.length === 3;
  });
  expect(lines[2]!.repeated).toBeGreaterThan(0);
});

it('distinguishes failures by message, cause, place, and level', () => {
  const log = new FailureLog(logger);
  const same = failure('same');
  log.error({ err: same, operation: 'one' }, 'request failed');
  log.error({ err: same, operation: 'two' }, 'request failed');
  log.error({ err: failure('same', '57014'), operation: 'two' }, 'request failed');
  log.warn({ err: same, operation: 'two' }, 'request failed');
  log.warn({ err: same, operation: 'two' }, 'webhook refused');
  log.warn({ err: new Error('elsewhere'), operation: 'two' }, 'webhook refused');
  // Distinguished by the root cause, whatever wraps it.
  log.warn({ err: new Error('outer', { cause: same }), operation: 'two' }, 'webhook refused');
  log.warn({}, 'without an error');
  expect(lines.map(({ level }) => level)).toEqual([ERROR, ERROR, ERROR, WARN, WARN, WARN, WARN]);
});

it('remembers a limited number of kinds', () => {
  const log = new FailureLog(logger);
  for (let count = 0; count < 1_000; count += 1) log.error({ operation: String(count) }, 'request failed');
  expect(lines).toHaveLength(201);
});
