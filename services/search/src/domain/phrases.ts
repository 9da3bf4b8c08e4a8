import { pairLexeme, recheckText, repeatedLexeme, wordLexeme, type PhraseField } from '@heliograph/catalog';
import type { Term } from '@heliograph/words';
import { and, lexeme, not, or, type Expression } from './expression';

/**
 * The title (or the company's name) holds the word or phrase. A phrase of three and more words is the AND of its pairs, which is
 * exact unless an inner word is there twice: "a b" and "b c" share their b if there is only one.
 */
export function phraseExpression(field: PhraseField, term: Term): Expression {
  const [first, second] = term;
  if (first === undefined) throw new Error('a term has at least one word');
  if (second === undefined) return lexeme(wordLexeme(field, first));
  const pairs = term.slice(1).map((word, index) => lexeme(pairLexeme(field, term[index] as string, word)));
  const upper = and(...pairs);
  if (term.length === 2) return upper;
  const repeatedInside = or(...term.slice(1, -1).map((word) => lexeme(repeatedLexeme(field, word))));
  return {
    kind: 'uncertain',
    upper,
    sure: and(upper, not(repeatedInside)),
    open: and(upper, repeatedInside),
    check: { kind: 'phrase', field, text: recheckText(term) },
  };
}
