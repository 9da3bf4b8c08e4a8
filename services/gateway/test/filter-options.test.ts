import { startBeforeAll } from '@heliograph/testing';
import { problemFrom, startGateway, withKey } from './support/gateway';

const gateway = startBeforeAll(startGateway);

const option = (id: string) => ({ id, label: id.toUpperCase() });

it('lists what filters accept', async () => {
  const response = await gateway.get('/filter-options');
  expect(await response.json()).toEqual({
    data: {
      categories: [option('funding'), option('hiring')],
      industries: [option('Robotics')],
      hiring: {
        types: [option('new-role')],
        functions: [option('engineering')],
        seniorities: [option('senior')],
        employmentTypes: [option('permanent')],
        workArrangements: [option('remote')],
      },
      fundingStages: [option('series-a')],
      sizes: [option('101-500')],
      countries: [option('United States')],
    },
  });
});

it('answers 304 to clients with the current version, and the whole list after a change', async () => {
  const tag = (await gateway.get('/filter-options')).headers.get('etag')!;
  expect(tag).toMatch(/^"[^"]+"$/);
  for (const value of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
    const response = await gateway.get('/filter-options', withKey(gateway.key, { 'if-none-match': value }));
    expect([response.status, await response.text()]).toEqual([304, '']);
    expect(response.headers.get('etag')).toBe(tag);
    expect(response.headers.has('ratelimit')).toBe(true);
  }
  gateway.backend.options.categories.push(option('grant'));
  gateway.backend.options.version = '2';
  const changed = await gateway.get('/filter-options', withKey(gateway.key, { 'if-none-match': tag }));
  expect(changed.status).toBe(200);
  expect(changed.headers.get('etag')).not.toBe(tag);
  expect(JSON.stringify(await changed.json())).toContain('grant');
});

it('depends on the content: the same lists under another version have the same tag', async () => {
  const tag = (await gateway.get('/filter-options')).headers.get('etag')!;
  gateway.backend.options.version = 'another';
  expect((await gateway.get('/filter-options')).headers.get('etag')).toBe(tag);
});

it('answers HEAD', async () => {
  const response = await gateway.get('/filter-options', withKey(gateway.key), { method: 'HEAD' });
  expect([response.status, await response.text()]).toEqual([200, '']);
  expect(Number(response.headers.get('content-length'))).toBeGreaterThan(100);
});

it('takes no parameters', async () => {
  expect((await problemFrom(await gateway.get('/filter-options?q=1'))).code).toBe('unknown_parameter');
});

it('serves its cached lists while the company service is down', async () => {
  await gateway.backend.stopService('company');
  expect((await gateway.get('/filter-options')).status).toBe(200);
  await gateway.backend.startService('company');
});
