import { closeSync, openSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { isCi, isColored, Terminal } from './terminal';

const terminal = (
  isTTY: boolean,
  environment: NodeJS.ProcessEnv,
  settings: Partial<{ format: 'auto' | 'csv'; quiet: boolean }> = {},
  stdoutFd?: number,
  stdin = new PassThrough(),
) => {
  const stream = (fd?: number) => Object.assign(new PassThrough(), { isTTY, columns: 132, fd });
  return new Terminal(
    { stdin: Object.assign(stdin, { isTTY }), stdout: stream(stdoutFd), stderr: stream(), environment },
    { format: 'auto', color: 'auto', quiet: false, verbose: false, paging: true, jq: undefined, ...settings },
  );
};

describe('isColored', () => {
  it.each([
    [true, {}, 'auto', true],
    [false, {}, 'auto', false],
    [false, {}, 'always', true],
    [true, {}, 'never', false],
    [true, { NO_COLOR: '1' }, 'always', false],
    [true, { NO_COLOR: '' }, 'auto', true],
    [false, { FORCE_COLOR: '1' }, 'auto', true],
    [true, { FORCE_COLOR: '0' }, 'auto', false],
    [true, { TERM: 'dumb' }, 'auto', false],
    [false, { FORCE_COLOR: '1' }, 'never', false],
  ] as const)('terminal %j, %j, %s: %j', (isTTY, environment, color, expected) => {
    expect(isColored({ isTTY }, environment, color)).toBe(expected);
  });
});

describe('Terminal', () => {
  it('prints a table on a terminal, tab-separated text elsewhere, or the requested format', () => {
    expect(terminal(true, {}).format).toBe('table');
    expect(terminal(false, {}).format).toBe('tsv');
    expect(terminal(true, {}, { format: 'csv' }).format).toBe('csv');
  });

  it('knows its width', () => {
    expect(terminal(true, {}).width).toBe(132);
    expect(terminal(true, { COLUMNS: '60' }).width).toBe(60);
    expect(terminal(true, { COLUMNS: 'wide' }).width).toBe(132);
    expect(terminal(false, {}).width).toBeUndefined();
  });

  it('reads standard input by line feeds only, until the signal aborts', async () => {
    const ending = new AbortController();
    const stdin = new PassThrough();
    const lines = terminal(false, {}, {}, undefined, stdin).inputLines(ending.signal);
    stdin.write('a\u2028b\rc\r\nd');
    expect(await lines.next()).toEqual({ done: false, value: 'a\u2028b\rc' });
    ending.abort();
    expect(await lines.next()).toEqual({ done: true, value: undefined });
    expect(stdin.destroyed).toBe(true);
  });

  it('neither prompts nor draws in CI', () => {
    expect(terminal(true, {})).toMatchObject({ isInteractive: true, isWatched: true });
    expect(terminal(true, { CI: 'true' }).isInteractive).toBe(false);
    expect(terminal(true, { CI: 'true' }).progressStream).toBeUndefined();
    expect(terminal(true, {}, { quiet: true }).progressStream).toBeUndefined();
    expect(terminal(true, {}).progressStream).toBeUndefined();
    const file = openSync(__filename, 'r');
    expect(terminal(true, {}, {}, file).progressStream).toBeDefined();
    expect(terminal(true, { CI: 'true' }, {}, file).progressStream).toBeUndefined();
    closeSync(file);
    expect(['1', 'true', '', '0', 'false', undefined].map((CI) => isCi({ CI }))).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
