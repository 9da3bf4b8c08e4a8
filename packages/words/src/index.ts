export { unspacedLetter } from './letters';
export { withoutLegalForm } from './legal-forms';
export { locateWords } from './located-words';
export { normalize, normalizedKey } from './normalize';
export { parseTerms, type Term, type TermSyntax, writtenTerms } from './terms';
export { words } from './words';
