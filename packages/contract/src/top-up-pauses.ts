/** Why automatic top-ups were turned off, for display after a colon. */
export const TOP_UP_PAUSES = {
  declined: 'the card was declined',
  authentication_required: 'the bank requires you to confirm payments with this card',
  unavailable: 'the payment kept failing for most of a day',
  refunded: 'a payment was refunded or disputed',
} as const;

export type TopUpPause = keyof typeof TOP_UP_PAUSES;
