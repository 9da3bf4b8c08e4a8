import { addressOfDomain } from './domain-address';

describe("a domain's URL", () => {
  it.each(['acme.example', 'bücher.example', 'a.b-c.co'])('is built from %s', (domain) => {
    expect(addressOfDomain(domain)).toBe(`https://${domain}/`);
  });

  it.each([
    'acme',
    'acme.example/path',
    'user@acme.example',
    'acme.example:80',
    'acme.example#x',
    'javascript:alert(1)',
    ' acme.example',
    '-.example',
    '',
  ])('is not made of %j', (domain) => {
    expect(addressOfDomain(domain)).toBeNull();
  });
});
