/** The version of this package, as its package.json says. */
export const VERSION = '0.3.0';
