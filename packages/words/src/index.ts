export { unspacedLetter } from './letters';
export { withoutLegalForm } from './legal-forms';
export { normalize, normalizedKey } from './normalize';
export { parseTerms, type ParsedTerms, type Term, type TermSyntax } from './terms';
export { words } from './words';
