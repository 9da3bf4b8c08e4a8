/** The version of the API, part of its path as `/api/v1`. */
export const API_VERSION = '1.0.0';

/** The first version of the command-line client that may search by meaning (docs/published-interface.md, 11.3). */
export const SEMANTIC_CLIENT_VERSION = '0.3.0';
