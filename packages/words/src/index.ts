export { unspacedLetter } from './letters';
export { withoutLegalForm } from './legal-forms';
export { locateWords, type LocatedWord } from './located-words';
export { normalize, normalizedKey } from './normalize';
export { parseTerms, type ParsedTerms, type Term, type TermSyntax, writtenTerms } from './terms';
export { words } from './words';
