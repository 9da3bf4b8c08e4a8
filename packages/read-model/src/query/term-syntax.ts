import type { TermSyntax } from '@heliograph/words';

/** Syntax of `q`. */
export const SEARCH_BOX: TermSyntax = { commasSplit: false, minusExcludes: true };

/** Syntax of `all`, `any`, and `exclude`. */
export const LISTED: TermSyntax = { commasSplit: true, minusExcludes: false };
