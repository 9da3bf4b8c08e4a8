import type { DigestContent } from './digest';
import { digestMail } from './digest-mail';

const links = {
  page: 'https://dashboard.example/saved-searches/1',
  unsubscribe: 'https://dashboard.example/u/2',
};
const content: DigestContent = {
  name: 'Funding in Germany',
  frequency: 'daily',
  since: '2026-11-24T06:00:00.000Z',
  total: 1_000,
  hasMore: false,
  categories: [
    { category: 'funding', count: 999 },
    { category: 'product-launch', count: 1 },
  ],
};

it('says how much is new, in which categories, since when, where, and how to unsubscribe', () => {
  const { subject, text, html } = digestMail(content, 'Acme <&> Co', links);
  expect(subject).toBe('1,000 new activities: Funding in Germany');
  expect(text).toBe(
    [
      'Funding in Germany',
      '1,000 new activities\nsince Tuesday, November 24 at 06:00 UTC',
      'Funding: 999\nProduct launch: 1',
      `See what is new:\n${links.page}`,
      'Account: Acme <&> Co\nYou get this daily email because it was chosen for this saved search. Unsubscribe:\n' +
        links.unsubscribe,
    ].join('\n\n'),
  );
  for (const part of [
    '1,000 new activities',
    '<bdi>Acme &lt;&amp;&gt; Co</bdi>',
    'Product launch',
    links.page,
    links.unsubscribe,
  ])
    expect(html).toContain(part);
});

it('says that there is one, or more than were counted', () => {
  expect(digestMail({ ...content, total: 1 }, 'Acme <&> Co', links).subject).toMatch(/^1 new activity:/);
  expect(digestMail({ ...content, hasMore: true }, 'Acme <&> Co', links).subject).toMatch(
    /^1,000\+ new activities:/,
  );
});

it('escapes names from users and corpora, and stays small', () => {
  const evil = '<img src="x" onerror=\'y\'>';
  const long = {
    name: evil.padEnd(100, '<'),
    categories: Array(12).fill({ category: evil.repeat(20), count: 1 }),
  };
  const { html, text } = digestMail({ ...content, ...long }, 'Acme <&> Co', links);
  expect(html).not.toContain('<img');
  expect(html.length + text.length).toBeLessThan(30_000);
});

it('shows what a mail client needs, and only the rows there are', () => {
  const { html, text } = digestMail({ ...content, name: 'A & B', categories: [] }, 'Acme <&> Co', links);
  expect(text).toMatch(/UTC\n\nSee what is new:/);
  expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
  expect(html).toContain('<bdi>A &amp; B</bdi><br>');
  expect(html).not.toContain('<tr><td style="padding:4px 0">');
  expect(
    digestMail(content, 'Acme <&> Co', links).html.match(/<tr><td style="padding:4px 0">/g),
  ).toHaveLength(2);
});

it('writes categories as words, and truncates endless ones', () => {
  const category = 'very__long--name'.padEnd(99, 'x');
  const { text } = digestMail({ ...content, categories: [{ category, count: 1 }] }, 'Acme <&> Co', links);
  expect(text).toContain(`\nVery long name${'x'.repeat(46)}: 1\n`);
});
