import { ClosedError, failureOf, LateError } from './smtp-outcome';

const failureTo = (command: string, response: string) =>
  failureOf(Object.assign(new Error(), { command, response, responseCode: Number(response.slice(0, 3)) }));

it.each([
  ['RCPT TO', '550 5.1.1 no such user'],
  ['RCPT TO', '550-5.1.1 no such user\n550 5.1.1 see example.com'],
  ['RCPT TO', '552 5.2.2 mailbox full'],
  ['RCPT TO', '550 5.4.1 access denied'],
  ['DATA', '550 5.2.1 mailbox disabled'],
])('a response to %s about the recipient refuses the address: %j', (command, response) => {
  expect(failureTo(command, response)).toEqual({ kind: 'refused', status: Number(response.slice(0, 3)) });
});

it.each([
  ['RCPT TO', '450 4.2.0 greylisted'],
  ['RCPT TO', '550 5.1.8 <news@example.com>: Sender address rejected: Domain not found'],
  ['RCPT TO', '553 5.1.7 bad sender'],
  ['RCPT TO', '550 relay not permitted'],
  ['RCPT TO', '550 Sender verify failed'],
  ['RCPT TO', "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)"],
  ['RCPT TO', '550 5.0.0 rejected'],
  ['RCPT TO', '554 5.7.1 relay access denied'],
  ['RCPT TO', '521 5.3.2 not accepting mail'],
  ['RCPT TO', '503 5.5.1 need MAIL command'],
  ['RCPT TO', '530 authentication required'],
  ['MAIL FROM', '550 5.1.1 unknown'],
  ['DATA', '550 The from address does not match a verified Sender Identity.'],
  ['DATA', '554 Message rejected: Email address is not verified.'],
  ['DATA', '550 5.1.8 sender rejected'],
  ['DATA', '552 5.3.4 message too big'],
  ['DATA', '554 5.4.6 routing loop'],
  ['DATA', '554 5.6.0 rejected'],
  ['AUTH PLAIN', '535 5.7.8 bad credentials'],
])('a response to %s about anything else does not: %j', (command, response) => {
  const reason = `the mail server answered ${response.slice(0, 3)} to ${command}`;
  expect(failureTo(command, response)).toEqual({ kind: 'failed', reason });
});

it.each([
  [new LateError(), 'the mail server took too long'],
  [new ClosedError(), 'no answer from the mail server (closed)'],
  [Object.assign(new Error(), { code: 'ECONNECTION' }), 'no answer from the mail server (ECONNECTION)'],
  [
    Object.assign(new Error(), { code: 'ESOCKET', originalCode: 'ECONNREFUSED' }),
    'no answer from the mail server (ECONNREFUSED)',
  ],
])('failures without a response are retried', (error, reason) => {
  expect(failureOf(error)).toEqual({ kind: 'failed', reason });
});
