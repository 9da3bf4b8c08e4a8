import { ERROR_CODES, ERRORS, exampleProblem } from '@heliograph/contract';
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
          <h2><code>${code}</code> <small>${ERRORS[code].status} ${ERRORS[code].title}</small></h2>
          <p>${prose(ERRORS[code].meaning)}</p>
          <p>${prose(ERRORS[code].remedy)}</p>
          ${codeBlock(JSON.stringify(exampleProblem(code), null, 2), `Example of ${code}`)}
        </section>`,
    )}`;
  return pageFrame('Heliograph API errors', navigation, content);
}
