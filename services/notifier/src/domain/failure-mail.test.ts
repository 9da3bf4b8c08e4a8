import { failureMail, isLongFailure, type FailureContent } from './failure-mail';

const links = {
  page: 'https://dashboard.example/saved-searches/1',
  unsubscribe: 'https://dashboard.example/u/2',
};
const content: FailureContent = {
  name: 'Funding <1>',
  since: '2026-11-24T06:00:00.000Z',
  reason: 'The receiver answered 503.',
  hasStopped: false,
};

it('says since when a webhook fails, with what response, and until when it is retried', () => {
  const { subject, text, html } = failureMail(content, '', links);
  expect(subject).toBe('Your webhook is failing: Funding <1>');
  expect(text).toBe(
    [
      'Funding <1>',
      'Your webhook is failing\nThe receiver answered 503. Nothing was accepted since Tuesday, November 24 at 06:00 UTC. ' +
        'Deliveries are retried until Friday, November 27 at 06:00 UTC.',
      `See the webhook:\n${links.page}`,
      `You get this because this saved search has a webhook. Unsubscribe:\n${links.unsubscribe}`,
    ].join('\n\n'),
  );
  expect(html).toContain('<bdi>Funding &lt;1&gt;</bdi>');
});

it('says what to do once deliveries have stopped', () => {
  const { subject, text } = failureMail({ ...content, hasStopped: true }, 'Acme', links);
  expect(subject).toBe('Your webhook was stopped: Funding <1>');
  expect(text).toContain('The receiver answered 503. New matches wait for up to 30 days.');
  expect(text).toContain('Account: Acme');
});

it.each([
  ['2026-11-25T05:59:59Z', false],
  ['2026-11-25T06:00:00Z', true],
])('a failure since 06:00 is long at %s: %s', (at, isLong) =>
  expect(isLongFailure(new Date(content.since), new Date(at))).toBe(isLong),
);
