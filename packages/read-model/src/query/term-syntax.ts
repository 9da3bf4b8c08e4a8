import type { TermSyntax } from '@heliograph/words';

/** How `q` is written. */
export const SEARCH_BOX: TermSyntax = { commasSplit: false, minusExcludes: true };

/** How `all`, `any` and `exclude` are written. */
export const LISTED: TermSyntax = { commasSplit: true, minusExcludes: false };
