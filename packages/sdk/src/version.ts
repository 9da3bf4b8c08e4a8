/** This package's version, as in its package.json. */
export const VERSION = '0.3.0';
