import { startBeforeAll } from '@heliograph/testing';
import { startGateway } from './support/gateway';
import { exchangeBytes, parseAnswer } from './support/raw-http';

const gateway = startBeforeAll(() =>
  startGateway({
    apiUrl: 'https://api.example.com/under',
    allowedHosts: ['gateway.internal', '2001:db8::7'],
  }),
);

async function ask(target: string, host: string) {
  const raw = await exchangeBytes(
    gateway.service.port,
    `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
  );
  return parseAnswer(raw);
}

it.each([
  'localhost',
  'localhost:9999',
  '127.0.0.1',
  '[::1]:8080',
  'api.example.com',
  'API.example.com.:443',
  'gateway.internal:8080',
  '[2001:db8::7]',
])('accepts the host %s', async (host) => expect((await ask('/api/v1/usage', host)).status).toBe(401));

it.each(['evil.example', '192.0.2.2:8080', 'api.example.com.evil.example', 'localhost.evil.example'])(
  'does not accept the host %s',
  async (host) => {
    const { status, body } = await ask('/api/v1/usage', host);
    expect(status).toBe(421);
    expect(JSON.parse(body)).toMatchObject({ status: 421, code: 'invalid_parameter' });
    expect(body).not.toContain('evil');
    expect((await ask('/docs', host)).status).toBe(421);
  },
);

it('uses the host of an absolute-form target, whatever the header says', async () => {
  expect((await ask('http://localhost/docs', 'evil.example')).status).toBe(302);
  expect((await ask('http://evil.example/docs', 'localhost')).status).toBe(421);
});

it.each(['a b', 'user@localhost', 'localhost/', ''])('refuses the host %p', async (host) =>
  expect((await ask('/docs', host)).status).toBe(400),
);

it.each(['/healthz', '/readyz'])('lets probes request %s under any name', async (path) =>
  expect((await ask(path, '10.42.0.17:8080')).status).toBe(200),
);
