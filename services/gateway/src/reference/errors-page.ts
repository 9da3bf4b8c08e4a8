import { ERROR_STATUS, PROBLEM_TITLES } from '@heliograph/runtime';
import { ERROR_CODES, ERROR_WORDS, exampleProblem } from '../openapi/errors';
import { codeBlock, html, prose } from './html';
import { pageFrame } from './page-frame';

/** Every error code with its meaning, its remedy and an example; `type` of a problem document points here. */
export function errorsPage(): string {
  const navigation = ERROR_CODES.map((code) => ({ href: `#${code}`, text: code }));
  const content = html`<h1>Errors</h1>
    <p class="lead">
      Every error is <code>application/problem+json</code> (RFC 9457). Programs should compare
      <code>code</code>; it never changes its meaning.
    </p>
    ${ERROR_CODES.map(
      (code) =>
        html`<section id="${code}">
          <h2><code>${code}</code> <small>${ERROR_STATUS[code]} ${PROBLEM_TITLES[code]}</small></h2>
          <p>${prose(ERROR_WORDS[code].meaning)}</p>
          <p>${prose(ERROR_WORDS[code].remedy)}</p>
          ${codeBlock(JSON.stringify(exampleProblem(code), null, 2), `Example of ${code}`)}
        </section>`,
    )}`;
  return pageFrame('Heliograph API errors', navigation, content);
}
