/** The API version; its path has the major version: `/api/v1`. */
export const API_VERSION = '1.0.0';

/** The first version of the command-line client with semantic search (docs/published-interface.md, 11.3). */
export const SEMANTIC_CLIENT_VERSION = '0.3.0';
