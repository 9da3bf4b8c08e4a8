/** Where the browser returns after paying or canceling. The webhook brings the money, not these. */
export const SUCCEEDED_PATH = '/billing?top-up=success';
export const CANCELED_PATH = '/billing?top-up=canceled';
export const SUBSCRIBED_PATH = '/billing?plan=success';
export const NOT_SUBSCRIBED_PATH = '/billing?plan=canceled';
export const CARD_SAVED_PATH = '/billing?card=saved';
export const CARD_NOT_SAVED_PATH = '/billing?card=canceled';
export const BILLING_PATH = '/billing';
