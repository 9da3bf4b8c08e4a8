import { issueWithWebhookUrl } from './webhook-url';

const issueOf = (url: string, ...allowed: string[]) => issueWithWebhookUrl(url, allowed);

it.each([
  'https://example.com/hook',
  'https://example.com',
  'https://example.com:8443/hook?key=1',
  'https://example.com:1024/',
  `https://example.com/${'x'.repeat(1_980)}`,
  'https://[2001:4860:4860::8888]/',
  'https://EXAMPLE.com/hook',
])('accepts %s', (url) => {
  expect(issueOf(url)).toBeUndefined();
});

it.each([
  ['http://example.com/', 'https'],
  ['ftp://example.com/', 'https'],
  ['example.com/hook', 'URL'],
  ['https://', 'URL'],
  ['https://exa mple.com/', 'URL'],
  ['https://user@example.com/', 'password'],
  ['https://user:secret@example.com/', 'password'],
  ['https:example.com', 'URL'],
  ['https:///example.com', 'URL'],
  ['https://@example.com/', 'URL'],
  [String.raw`https://example.com\@127.0.0.1/`, 'URL'],
  ['https://127.1/', 'spell its host 127.0.0.1'],
  ['https://0x7f.1:8443/', 'spell its host 127.0.0.1'],
  ['https://exa%6dple.com/', 'spell its host example.com'],
  ['https://example.com./hook', 'spell its host example.com'],
  ['https://bücher.example/', 'spell its host xn--bcher-kva.example'],
  ['https://[2001:4860:4860:0::8888]/', 'spell its host [2001:4860:4860::8888]'],
  ['https://example.com/#part', 'fragment'],
  ['https://example.com/#', 'fragment'],
  ['https://example.com:22/', 'port'],
  ['https://example.com:80/', 'port'],
  [`https://example.com/${'x'.repeat(2_000)}`, '2000'],
])('refuses %s', (url, reason) => {
  expect(issueOf(url)).toContain(reason);
});

it('accepts http and any port for hosts that the operator allows, and for no others', () => {
  expect(issueOf('http://127.0.0.1:80/', '127.0.0.1')).toBeUndefined();
  expect(issueOf('http://LOCALHOST:99/', 'localhost:99')).toBeUndefined();
  expect(issueOf('http://localhost:98/', 'localhost:99')).toContain('https');
  expect(issueOf('ftp://localhost/', 'localhost')).toContain('https');
  expect(issueOf('http://u:p@localhost/', 'localhost')).toContain('password');
});
