import { alertMail } from './alert-mail';

const mailOf = (content: Parameters<typeof alertMail>[0]) =>
  alertMail(content, 'Acme & Söhne', {
    dashboard: 'https://dashboard.example',
    unsubscribe: 'https://dashboard.example/unsubscribe/x',
  });

it('says what is used, of which key, and where to act', () => {
  const { subject, text, html } = mailOf({ about: 'cap', percent: 80, key: '<b>', used: 8_123, of: 10_000 });
  expect(subject).toBe('80% of a key’s monthly cap is used');
  expect(text).toContain(
    `<b>\n\n${subject}\n8,123 of 10,000 records\n\nManage your keys:\nhttps://dashboard.example/keys`,
  );
  expect(html).toContain('&lt;b&gt;');
});

it.each([
  ['4999999', '4.99'],
  ['5000000', '5.00'],
  ['12345678', '12.34'],
])('shows a balance of %s micro-dollars as $%s', (balance, dollars) => {
  const { subject, text } = mailOf({ about: 'balance', balance, below: '25000000' });
  expect(subject).toBe('Your balance is below $25.00');
  expect(text).toContain(`It is $${dollars}.`);
});

it('says why automatic top-ups were turned off, without a link to stop it', () => {
  const content = { about: 'top_up', micros: '50000000', reason: 'declined' } as const;
  const { subject, text, html } = alertMail(content, '', { dashboard: 'https://dashboard.example' });
  expect(subject).toBe('Automatic top-ups were turned off');
  expect(text).toContain('You were not charged $50.00: the card was declined.');
  expect(text + html).not.toMatch(/Unsubscribe|undefined|Account:/);
  const refunded = alertMail({ ...content, reason: 'refunded' }, '', {
    dashboard: 'https://dashboard.example',
  });
  expect(refunded.text).toContain(
    '$50.00 was refunded or disputed. Turn them on again when that is settled.',
  );
});

it('says how much of the free records is used, and how to stop it', () => {
  const { subject, text, html } = mailOf({ about: 'free', percent: 50, used: 1_050, of: 2_100 });
  expect(subject).toBe('50% of your free records are used');
  expect(text).toBe(
    [
      `${subject}\n1,050 of 2,100 records`,
      'See billing:\nhttps://dashboard.example/billing',
      'Account: Acme & Söhne\nYou get this because email alerts were chosen on the billing page. Unsubscribe:\n' +
        'https://dashboard.example/unsubscribe/x',
    ].join('\n\n'),
  );
  expect(html).toContain('href="https://dashboard.example/unsubscribe/x"');
  expect(html.match(/<bdi>[^<]*/g)).toEqual(['<bdi>Acme &amp; Söhne']);
});
