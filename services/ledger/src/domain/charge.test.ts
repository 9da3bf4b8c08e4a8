import { exclusiveKeys } from './charge';

it('shares no batch with a charge of the same event or claim', () => {
  const idempotency = { claim: 'claim-1' } as never;
  expect(exclusiveKeys({ eventId: 'event-1', idempotency: undefined })).toEqual(['event-1']);
  expect(exclusiveKeys({ eventId: 'event-1', idempotency })).toEqual(['event-1', 'claim-1']);
});
