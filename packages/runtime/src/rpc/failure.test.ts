import { Metadata, status } from '@grpc/grpc-js';
import { errorFromGrpc, wasRefused } from './failure';

it('treats a cut stream as a network failure, and keeps other internal errors', () => {
  const codeOf = (details: string) =>
    errorFromGrpc({
      name: 'Error',
      message: details,
      details,
      code: status.INTERNAL,
      metadata: new Metadata(),
    }).code;
  expect(codeOf('Received RST_STREAM with code 2 triggered by internal client error')).toBe('unavailable');
  expect(codeOf('Response message parsing error')).toBe('internal');
});

it.each([
  ['Stream refused by server', true],
  ['Write error: Stream closed with error code NGHTTP2_REFUSED_STREAM', true],
  ['Write error: Stream closed with error code NGHTTP2_CANCEL', false],
  ['Connection dropped', false],
])('knows whether a call had no effect: %s', (details, isRefused) => {
  expect(wasRefused({ code: status.UNAVAILABLE, details })).toBe(isRefused);
});
