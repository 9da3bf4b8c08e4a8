import { problemFrom, startGateway, type TestGateway } from './support/gateway';

let gateway: TestGateway;
beforeAll(async () => (gateway = await startGateway()));
afterAll(() => gateway.stop());

it('answers a company with what it has, absent values left out', async () => {
  const response = await gateway.get('/companies/acme-robotics');
  expect(await response.json()).toEqual({
    data: {
      slug: 'acme-robotics',
      name: 'Acme Robotics',
      country: 'United States',
      industries: ['Robotics'],
      employeeCount: 180,
      size: '101-500',
      signalCount: 37,
    },
  });
  expect(response.headers.get('cache-control')).toBe('no-store');
});

it('takes an encoded slug', async () => {
  expect((await gateway.get('/companies/acme%2Drobotics')).status).toBe(200);
});

it.each([
  'nobody',
  'UPPER',
  '-dash',
  'a b',
  'a%2Fb',
  'a%00b',
  'a+b',
  '%F0%9F%98%80',
  'a'.repeat(181),
  '..%2f..',
  '__proto__',
])('%s is not found, free of charge', async (slug) => {
  const charges = gateway.backend.ledger.charges.length;
  expect(await problemFrom(await gateway.get(`/companies/${slug}`))).toMatchObject({
    status: 404,
    code: 'not_found',
  });
  expect(gateway.backend.ledger.charges).toHaveLength(charges);
});

it.each(['%', '%zz', '%FF', '%ED%A0%80'])('%s is a fault', async (slug) => {
  expect(await problemFrom(await gateway.get(`/companies/${slug}`))).toMatchObject({
    status: 400,
    errors: [{ parameter: 'slug' }],
  });
});

it.each(['/companies', '/companies/', '/companies/a/b', '/companies/a/'])(
  '%s is no company',
  async (path) => {
    expect((await problemFrom(await gateway.get(path))).code).toBe('not_found');
  },
);

it('takes no parameters', async () => {
  expect(await problemFrom(await gateway.get('/companies/acme-robotics?fields=name'))).toMatchObject({
    code: 'unknown_parameter',
    errors: [{ parameter: 'fields' }],
  });
});
