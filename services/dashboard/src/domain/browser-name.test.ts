import { browserName } from './browser-name';

const mozilla = (system: string, rest: string) =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) ${rest}`;

it.each([
  [mozilla('X11; Linux x86_64', 'Chrome/143.0.0.0 Safari/537.36'), 'Chrome on Linux'],
  [mozilla('X11; Linux x86_64', 'HeadlessChrome/143.0.0.0 Safari/537.36'), 'Chromium on Linux'],
  [mozilla('Windows NT 10.0; Win64; x64', 'Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0'), 'Edge on Windows'],
  [mozilla('Macintosh; Intel Mac OS X 10_15_7', 'Version/18.1 Safari/605.1.15'), 'Safari on macOS'],
  [
    mozilla('iPhone; CPU iPhone OS 18_1 like Mac OS X', 'Version/18.1 Mobile/15E148 Safari/604.1'),
    'Safari on iPhone',
  ],
  [mozilla('Linux; Android 15; Pixel 9', 'Chrome/143.0.0.0 Mobile Safari/537.36'), 'Chrome on Android'],
  ['Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
  ['curl/8.14.1', 'curl'],
  ['', 'A browser'],
  ['<script>alert(1)</script>', 'A browser'],
])('%s', (userAgent, name) => expect(browserName(userAgent)).toBe(name));
