import { playgroundLink } from './playground-links.mjs';

/** Tab labels of an example, by the second word of its fence. */
const WAYS = { curl: 'curl', cli: 'Command line', sdk: 'TypeScript', python: 'Python' };
const EXAMPLE = `^\`\`\`(\\w+) (${Object.keys(WAYS).join('|')})[^\\n]*\\n[\\s\\S]*?^\`\`\`$`;
const FENCE = new RegExp(EXAMPLE, 'gm');
const EXAMPLES = new RegExp(`${EXAMPLE}(?:\\n\\n${EXAMPLE})*`, 'gm');

/** Turns the variants of an example into a group of tabs, with a link to try it if it is a single API request. */
export function withCodeGroups(markdown) {
  return markdown.replaceAll(EXAMPLES, (examples) => {
    const blocks = examples.replaceAll(FENCE, (block, language, way) =>
      block.replace(/^[^\n]*/, `\`\`\`${language} [${WAYS[way]}]`),
    );
    const curl = /^```\w+ curl[^\n]*\n([\s\S]*?)^```$/m.exec(examples)?.[1];
    const address = curl && playgroundLink(curl);
    const link =
      address === undefined ? '' : `\n\n[Open in the playground](${address}){.playground target=_self}`;
    return `::: code-group\n\n${blocks}\n\n:::${link}`;
  });
}

/**
 * Prepares the list of operations, styled like Swagger UI's, for Swagger UI to take its place. Search treats the list
 * as a whole: otherwise tags, as sections, would rank above the sections that explain their words.
 */
export function withReference(markdown) {
  return markdown.replace(/(?:^### .+\n\n.+\n\n(?:- `[A-Z]+ \/.+\n)+\n?)+/m, (list) => {
    const items = list
      .replaceAll(/^### (.+)/gm, '<h3>$1</h3>')
      .replaceAll(
        /^- `(\w+) (.+)`: \[(.+)\]\(#(.+)\)$/gm,
        (_, method, path, summary, address) =>
          `- <a id="${address}" href="#${address}" class="${method.toLowerCase()} vp-raw">` +
          `<b>${method}</b> <code>${path}</code> <span>${summary}</span></a>`,
      );
    return `<ApiReference :url="$frontmatter.openapi">\n\n${items}\n</ApiReference>\n`;
  });
}

/**
 * The guide describes a local installation; the dashboard replaces these addresses with its own. Other mentions of the
 * defaults, such as in tables, stay.
 */
export function withAddresses(markdown) {
  return markdown
    .replaceAll(
      /http:\/\/127\.0\.0\.1:8081\/(downloads\/|playground)/g,
      'http://dashboard.heliograph.invalid/$1',
    )
    .replaceAll('SIGNALS_API_URL=http://127.0.0.1:8080', 'SIGNALS_API_URL=http://api.heliograph.invalid');
}
