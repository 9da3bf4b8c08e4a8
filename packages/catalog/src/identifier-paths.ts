import { OPTION_LISTS, STORED_LIST_NAMES, type IdentifierKind } from '@heliograph/contract';

/** SQL/JSON paths (lax) to the identifiers of each kind in a signal's document (`catalog.signal_document.document`). */
export const identifierPaths = Object.fromEntries(
  STORED_LIST_NAMES.map((name) => [OPTION_LISTS[name].kind, `$.${OPTION_LISTS[name].member}[*]`]),
) as Readonly<Record<IdentifierKind, string>>;
