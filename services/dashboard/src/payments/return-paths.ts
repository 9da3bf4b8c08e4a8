/** Where the browser comes back to after paying, and after not paying. The money comes by the webhook, not by these. */
export const SUCCEEDED_PATH = '/billing?top-up=success';
export const CANCELLED_PATH = '/billing?top-up=cancelled';
export const SUBSCRIBED_PATH = '/billing?plan=success';
export const NOT_SUBSCRIBED_PATH = '/billing?plan=cancelled';
export const BILLING_PATH = '/billing';
