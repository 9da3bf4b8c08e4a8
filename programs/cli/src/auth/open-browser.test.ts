import { browserLaunches, openBrowser } from './open-browser';

const URL = 'https://example.com/cli/authorize?a=1&b=%20$(touch%20x)';

it.each([
  [
    'linux',
    undefined,
    { DISPLAY: ':0' },
    [
      ['xdg-open', URL],
      ['wslview', URL],
    ],
  ],
  [
    'linux',
    undefined,
    { WAYLAND_DISPLAY: 'wayland-0' },
    [
      ['xdg-open', URL],
      ['wslview', URL],
    ],
  ],
  ['linux', undefined, {}, []],
  ['darwin', undefined, {}, [['open', URL]]],
  ['win32', undefined, {}, [['rundll32.exe', 'url.dll,FileProtocolHandler', URL]]],
  ['linux', undefined, { BROWSER: 'firefox' }, [['firefox', URL]]],
  [
    'linux',
    undefined,
    { BROWSER: 'firefox --new-window %s:lynx' },
    [
      ['firefox', '--new-window', URL],
      ['lynx', URL],
    ],
  ],
  ['linux', 'chromium', { BROWSER: 'firefox' }, [['chromium', URL]]],
  ['linux', 'none', { DISPLAY: ':0' }, []],
  ['linux', undefined, { DISPLAY: ':0', BROWSER: 'none' }, []],
] as const)('on %s with %j and %j', (platform, preferred, environment, expected) => {
  const launches = browserLaunches(URL, preferred, environment, platform);
  expect(launches.map(({ program, arguments: args }) => [program, ...args])).toEqual(expected);
});

it('opens only web pages', async () => {
  await expect(openBrowser('file:///etc/passwd', 'true', {})).rejects.toThrow(TypeError);
});

it('reports whether a program accepted the page', async () => {
  expect(await openBrowser(URL, process.platform === 'win32' ? 'none' : 'true', {})).toBe(
    process.platform !== 'win32',
  );
  expect(await openBrowser(URL, '/nonexistent/browser', {})).toBe(false);
  expect(await openBrowser(URL, 'false', {})).toBe(false);
});
