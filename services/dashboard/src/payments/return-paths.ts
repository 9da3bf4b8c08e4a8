/** Where the browser returns after paying, or not paying. The money arrives by the webhook, not by these. */
export const SUCCEEDED_PATH = '/billing?top-up=success';
export const CANCELLED_PATH = '/billing?top-up=cancelled';
export const SUBSCRIBED_PATH = '/billing?plan=success';
export const NOT_SUBSCRIBED_PATH = '/billing?plan=cancelled';
export const CARD_SAVED_PATH = '/billing?card=saved';
export const CARD_NOT_SAVED_PATH = '/billing?card=cancelled';
export const BILLING_PATH = '/billing';
