import { browserLaunches, openBrowser } from './open-browser';

const url = 'https://example.com/cli/authorize?a=1&b=%20$(touch%20x)';

it.each([
  [
    'linux',
    undefined,
    { DISPLAY: ':0' },
    [
      ['xdg-open', url],
      ['wslview', url],
    ],
  ],
  [
    'linux',
    undefined,
    { WAYLAND_DISPLAY: 'wayland-0' },
    [
      ['xdg-open', url],
      ['wslview', url],
    ],
  ],
  ['linux', undefined, {}, []],
  ['darwin', undefined, {}, [['open', url]]],
  ['win32', undefined, {}, [['rundll32.exe', 'url.dll,FileProtocolHandler', url]]],
  ['linux', undefined, { BROWSER: 'firefox' }, [['firefox', url]]],
  [
    'linux',
    undefined,
    { BROWSER: 'firefox --new-window %s:lynx' },
    [
      ['firefox', '--new-window', url],
      ['lynx', url],
    ],
  ],
  ['linux', 'chromium', { BROWSER: 'firefox' }, [['chromium', url]]],
  ['linux', 'none', { DISPLAY: ':0' }, []],
  ['linux', undefined, { DISPLAY: ':0', BROWSER: 'none' }, []],
] as const)('on %s with %j and %j', (platform, preferred, environment, expected) => {
  const launches = browserLaunches(url, preferred, environment, platform);
  expect(launches.map(({ program, arguments: args }) => [program, ...args])).toEqual(expected);
});

it('opens web pages only', async () => {
  await expect(openBrowser('file:///etc/passwd', 'true', {})).rejects.toThrow(TypeError);
});

it('tells whether a program took the page', async () => {
  expect(await openBrowser(url, process.platform === 'win32' ? 'none' : 'true', {})).toBe(
    process.platform !== 'win32',
  );
  expect(await openBrowser(url, '/nonexistent/browser', {})).toBe(false);
  expect(await openBrowser(url, 'false', {})).toBe(false);
});
