/** How slugs of companies are written at import. */
export const COMPANY_SLUG = /^[a-z0-9][a-z0-9._-]{0,179}$/;
