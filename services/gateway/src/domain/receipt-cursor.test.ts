import fc from 'fast-check';
import { ReceiptCursors } from './receipt-cursor';

const secrets = { current: 'a'.repeat(32) };
const HOLDER = { channel: 'api', accountId: 'account-1' } as const;
const cursors = new ReceiptCursors(secrets, HOLDER);
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const PLACE = { month: '2026-11', sequence: 7n };

it('returns every place unchanged', () => {
  const month = fc
    .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 7));
  fc.assert(
    fc.property(month, fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (written, sequence) => {
      const text = cursors.encode({ month: written, sequence });
      expect(text).toMatch(/^[A-Za-z0-9_-]{42}$/);
      expect(cursors.decode(text)).toEqual({ month: written, sequence });
    }),
  );
});

it.each([
  ['another secret', new ReceiptCursors({ current: 'b'.repeat(32) }, HOLDER)],
  ['another account', new ReceiptCursors(secrets, { ...HOLDER, accountId: 'account-2' })],
  ['another channel', new ReceiptCursors(secrets, { ...HOLDER, channel: 'cli' })],
])('is invalid with %s', (_what, others) => expect(others.decode(cursors.encode(PLACE))).toBeUndefined());

it('stays valid while its secret is the previous one', () => {
  const rotated = new ReceiptCursors({ current: 'b'.repeat(32), previous: secrets.current }, HOLDER);
  expect(rotated.decode(cursors.encode(PLACE))).toEqual(PLACE);
});

it('is invalid when a character changes, is missing, or is added', () => {
  const text = cursors.encode(PLACE);
  for (let at = 0; at < text.length; at += 1) {
    for (const other of BASE64URL.replace(text[at]!, ''))
      expect(cursors.decode(`${text.slice(0, at)}${other}${text.slice(at + 1)}`)).toBeUndefined();
  }
  for (const other of ['', text.slice(1), `${text}A`, `${text}\n`, `${text.slice(0, -1)}=`])
    expect(cursors.decode(other)).toBeUndefined();
});

it('holds a month', () => {
  for (const month of ['2026-13', '2026-00', '202611 ', 'november'.slice(0, 7)])
    expect(cursors.decode(cursors.encode({ month, sequence: 1n }))).toBeUndefined();
});
