import { startBeforeAll } from '@heliograph/testing';
import { problemFrom, startGateway } from './support/gateway';

const gateway = startBeforeAll(startGateway);

it("returns a company's known fields and omits absent ones", async () => {
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

it('accepts an encoded slug', async () => {
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
])('%s is not found, and costs nothing', async (slug) => {
  const charges = gateway.backend.ledger.charges.length;
  expect(await problemFrom(await gateway.get(`/companies/${slug}`))).toMatchObject({
    status: 404,
    code: 'not_found',
  });
  expect(gateway.backend.ledger.charges).toHaveLength(charges);
});

it.each(['%', '%zz', '%FF', '%ED%A0%80'])('%s is an issue', async (slug) => {
  expect(await problemFrom(await gateway.get(`/companies/${slug}`))).toMatchObject({
    status: 400,
    errors: [{ parameter: 'slug' }],
  });
});

it.each(['/companies', '/companies/', '/companies/a/b', '/companies/a/'])(
  '%s is not a company',
  async (path) => {
    expect((await problemFrom(await gateway.get(path))).code).toBe('not_found');
  },
);

it("returns the selected fields and the slug, in the company's field order, for one record", async () => {
  const charges = gateway.backend.ledger.charges.length;
  const responses = ['fields=signalCount,name,name', 'fields=domain', 'fields='].map(async (query) => {
    const response = await gateway.get(`/companies/acme-robotics?${query}`);
    expect(response.headers.get('x-records-consumed')).toBe('1');
    return response.text();
  });
  const [chosen, absent, whole] = await Promise.all(responses);
  expect(chosen).toBe('{"data":{"slug":"acme-robotics","name":"Acme Robotics","signalCount":37}}');
  expect(absent).toBe('{"data":{"slug":"acme-robotics"}}');
  expect(whole).toContain('"industries"');
  expect(gateway.backend.ledger.charges).toHaveLength(charges + 3);
});

it.each([
  ['fields=title', 'invalid_parameter', 'fields', 'item 1 must be one of slug, name, '],
  ['fields=name,', 'invalid_parameter', 'fields', 'item 2 is empty'],
  ['fields=name&fields=slug', 'repeated_parameter', 'fields', 'is given more than once'],
  ['field=name', 'unknown_parameter', 'field', 'is not a parameter of this operation'],
])('refuses %s', async (query, code, parameter, message) => {
  expect(await problemFrom(await gateway.get(`/companies/acme-robotics?${query}`))).toMatchObject({
    status: 400,
    code,
    errors: [{ parameter, message: expect.stringContaining(message) as string }],
  });
});
