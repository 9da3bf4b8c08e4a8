export { unspacedLetter } from './letters';
export { normalize, normalizedKey } from './normalize';
export { parseTerms, type ParsedTerms, type Term, type TermSyntax } from './terms';
export { words } from './words';
