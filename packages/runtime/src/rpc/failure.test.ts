import { Metadata, status } from '@grpc/grpc-js';
import { errorFromGrpc } from './failure';

it('takes a stream that was cut for a fault on the way, and another internal error for what it is', () => {
  const codeOf = (details: string) =>
    errorFromGrpc({
      ...{ name: 'Error', message: details, details },
      ...{ code: status.INTERNAL, metadata: new Metadata() },
    }).code;
  expect(codeOf('Received RST_STREAM with code 2 triggered by internal client error')).toBe('unavailable');
  expect(codeOf('Response message parsing error')).toBe('internal');
});
