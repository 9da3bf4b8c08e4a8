import { fileNameOf, isExposed, parseApiUrl } from './api-url';
import { directories } from './directories';
import { resolveSettings } from './settings';

describe('resolveSettings', () => {
  const file = {
    'api-url': 'https://file.example',
    format: 'csv',
    'max-wait': '7',
    color: 'always',
  } as const;

  it('has defaults', () => {
    expect(resolveSettings({}, {}, {})).toEqual({
      apiUrl: 'http://127.0.0.1:8080',
      apiKey: undefined,
      format: 'auto',
      fields: undefined,
      jq: undefined,
      paging: true,
      color: 'auto',
      quiet: false,
      verbose: false,
      browser: undefined,
      credentialStore: 'auto',
      maxWaitSeconds: undefined,
      maxRecords: 250,
      budget: { id: undefined, records: undefined },
    });
  });

  it('prefers flags over variables over the file', () => {
    const variables = { SIGNALS_API_URL: 'https://variable.example/' };
    expect(resolveSettings({}, {}, file)).toMatchObject({
      apiUrl: 'https://file.example',
      format: 'csv',
      maxWaitSeconds: 7,
      color: 'always',
    });
    expect(resolveSettings({}, variables, file).apiUrl).toBe('https://variable.example');
    expect(
      resolveSettings(
        { apiUrl: 'https://flag.example', json: true, color: false, maxWait: '0' },
        variables,
        file,
      ),
    ).toMatchObject({ apiUrl: 'https://flag.example', format: 'json', color: 'never', maxWaitSeconds: 0 });
  });

  it('prefers the budget from flags over the file', () => {
    const kept = { 'budget-id': 'kept', 'budget-records': '50' } as const;
    expect(resolveSettings({}, {}, kept).budget).toEqual({ id: 'kept', records: 50 });
    expect(resolveSettings({ budgetId: 'run', budgetRecords: '7' }, {}, kept).budget).toEqual({
      id: 'run',
      records: 7,
    });
    expect(() => resolveSettings({ budgetId: 'a b' }, {}, {})).toThrow('budget-id must be');
    expect(() => resolveSettings({ budgetRecords: '0' }, {}, {})).toThrow(
      'budget-records must be a whole number',
    );
  });

  it('treats an empty variable as absent', () => {
    expect(resolveSettings({}, { SIGNALS_API_URL: '', SIGNALS_API_KEY: ' ' }, {})).toMatchObject({
      apiUrl: 'http://127.0.0.1:8080',
      apiKey: undefined,
    });
  });

  it.each([
    [{ json: true, csv: true }, {}, {}, '--json and --csv cannot be combined'],
    [{ apiUrl: 'localhost:8080' }, {}, {}, '--api-url must begin with'],
    [{}, { SIGNALS_API_URL: 'nonsense' }, {}, 'SIGNALS_API_URL is not a URL'],
    [{}, { SIGNALS_API_KEY: 'two words' }, {}, 'SIGNALS_API_KEY contains spaces'],
    [{ maxWait: 'soon' }, {}, {}, 'max-wait must be a whole number'],
    [{}, {}, { format: 'xml' }, 'format must be one of'],
  ])('refuses %j %j %j', (options, variables, preferences, message) => {
    expect(() => resolveSettings(options, variables, preferences)).toThrow(
      expect.objectContaining({ exitCode: 2, message: expect.stringContaining(message) as string }),
    );
  });
});

describe('parseApiUrl', () => {
  it.each([
    ['https://api.example.com/', 'https://api.example.com'],
    ['HTTPS://API.example.com:443', 'https://api.example.com'],
    ['http://host:8080/heliograph/', 'http://host:8080/heliograph'],
    ['http://host/api/v1', 'http://host'],
    ['http://host/api/cli/v1/', 'http://host'],
  ])('%s is %s', (text, url) => {
    expect(parseApiUrl(text, 'x')).toBe(url);
  });

  it.each(['https://user:secret@host', 'https://host?x=1', 'https://host#x', 'file:///etc/passwd'])(
    'refuses %s without repeating secrets',
    (text) => {
      const refused = () => parseApiUrl(text, '--api-url');
      expect(refused).toThrow(expect.objectContaining({ exitCode: 2 }));
      expect(refused).not.toThrow('secret');
    },
  );
});

describe('isExposed', () => {
  it.each([
    ['http://127.0.0.1:8080', false],
    ['http://localhost', false],
    ['http://[::1]:1', false],
    ['https://api.example.com', false],
    ['http://api.example.com', true],
    ['http://10.0.0.1', true],
  ])('%s: %s', (url, exposed) => {
    expect(isExposed(url)).toBe(exposed);
  });
});

describe('fileNameOf', () => {
  it('distinguishes URLs and is a safe name', () => {
    const names = ['http://[::1]:8080', 'http://a:80/x', 'http://a/x', 'http://a/y'].map(fileNameOf);
    for (const name of names) expect(name).toMatch(/^[a-z0-9._-]+$/);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('directories', () => {
  it('follows XDG, ignoring relative paths', () => {
    expect(directories({ HOME: '/home/ada' }, 'linux')).toEqual({
      config: '/home/ada/.config/signals',
      state: '/home/ada/.local/state/signals',
      cache: '/home/ada/.cache/signals',
    });
    expect(
      directories({ HOME: '/home/ada', XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: 'relative' }, 'darwin'),
    ).toMatchObject({ config: '/c/signals', state: '/home/ada/.local/state/signals' });
  });
});
