import { createDevelopmentIssuer } from '../src';

const settings = {
  issuerUrl: 'http://127.0.0.1:1/development-issuer',
  clientId: 'dashboard',
  clientSecret: 'secret',
  redirectUris: ['http://127.0.0.1:1/auth/callback'],
  postLogoutRedirectUris: [],
  look: { style: '', brand: '' },
};
const environment = process.env.NODE_ENV;
afterEach(() => {
  process.env.NODE_ENV = environment;
});

it('is refused', async () => {
  process.env.NODE_ENV = 'production';
  await expect(createDevelopmentIssuer(settings)).rejects.toThrow('NODE_ENV=production');
});

it('is allowed anywhere else', async () => {
  await expect(createDevelopmentIssuer(settings)).resolves.toEqual(expect.any(Function));
});
