import { smtpServerOf } from './smtp-url';

it.each([
  ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, isTls: false, login: undefined }],
  ['smtps://[::1]', { host: '::1', port: 465, isTls: true, login: undefined }],
  [
    'smtp://anna%40example.com:p%3Ass@mail:2525',
    { host: 'mail', port: 2525, isTls: false, login: { user: 'anna@example.com', password: 'p:ss' } },
  ],
])('%s', (url, server) => {
  expect(smtpServerOf(url)).toEqual(server);
});

it.each([
  'mail.example.com:25',
  'https://mail.example.com',
  'smtp://',
  'smtp://user@mail',
  'smtp://user:%E0@mail',
  'smtp://mail/path',
  'smtp://mail?pool=true',
])('%s is refused', (url) => {
  expect(smtpServerOf(url)).toBeUndefined();
});
