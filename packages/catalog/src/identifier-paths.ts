import { OPTION_LISTS, STORED_LIST_NAMES, type IdentifierKind } from '@heliograph/contract';

/** Where a signal's document (`catalog.signal_document.document`) has identifiers of a kind: SQL/JSON paths, lax. */
export const identifierPaths = Object.fromEntries(
  STORED_LIST_NAMES.map((name) => [OPTION_LISTS[name].kind, `$.${OPTION_LISTS[name].member}[*]`]),
) as Readonly<Record<IdentifierKind, string>>;
