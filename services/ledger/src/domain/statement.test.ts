import { createPublicKey, verify } from 'node:crypto';
import { StatementKeys, statementOf } from './statement';

/** RFC 8037, appendix A: a private key, its public key, and the public key's thumbprint. */
const D = 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A';
const X = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo';
const THUMBPRINT = 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k';
const OTHER = Buffer.alloc(32, 7).toString('base64url');

const partsOf = (jws: string) =>
  jws.split('.').map((part, index) => {
    const bytes = Buffer.from(part, 'base64url');
    return index < 2 ? (JSON.parse(bytes.toString()) as unknown) : bytes;
  });

it('publishes every key in the form of RFC 8037', () => {
  const { keys } = new StatementKeys(` ${D} ,${OTHER}`).published;
  const key = { kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' };
  expect(keys).toHaveLength(2);
  expect(keys[0]).toEqual({ ...key, x: X, kid: THUMBPRINT });
  expect(keys[1]).toMatchObject(key);
  expect(keys[1]!['x']).not.toBe(X);
});

it('signs with the first key', () => {
  const payload = { month: '2026-11', title: '東京' };
  const jws = new StatementKeys(`${D},${OTHER}`).sign(payload);
  const [header, signed, signature] = partsOf(jws);
  expect(header).toEqual({ alg: 'EdDSA', kid: THUMBPRINT });
  expect(signed).toEqual(payload);
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: X }, format: 'jwk' });
  const text = jws.slice(0, jws.lastIndexOf('.'));
  expect(verify(null, Buffer.from(text), key, signature as Buffer)).toBe(true);
  expect(verify(null, Buffer.from(`${text}A`), key, signature as Buffer)).toBe(false);
});

it('does not repeat an invalid key', () => {
  const secret = 'not-a-key';
  expect(() => new StatementKeys(`${D},${secret}`)).toThrow();
  try {
    new StatementKeys(secret);
  } catch (error) {
    expect(String(error)).not.toContain(secret);
  }
});

it('names the first and the last link, or none', () => {
  const totals = { requests: 2, records: 3, amountMicros: 15_000 };
  const first = { sequence: 1, hash: 'a'.repeat(64) };
  const last = { sequence: 2, hash: 'b'.repeat(64) };
  const asOfMs = Date.parse('2026-12-01T00:00:00.001Z');
  const common = { accountId: 'account', month: '2026-11', totals, issuedAt: '2026-12-01T00:00:00.001Z' };
  const linked = { totals, first, last, wrongLinks: 0, asOfMs };
  expect(statementOf('account', '2026-11', linked)).toEqual({ ...common, first, last });
  const none = { totals, first: undefined, last: undefined, wrongLinks: 0, asOfMs };
  expect(statementOf('account', '2026-11', none)).toEqual({ ...common, first: null, last: null });
});
