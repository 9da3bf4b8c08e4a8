/** Tab labels of an example, by the second word after its fence. */
const WAYS = { curl: 'curl', cli: 'Command line', sdk: 'TypeScript', python: 'Python' };
const EXAMPLE = `^\`\`\`(\\w+) (${Object.keys(WAYS).join('|')})[^\\n]*\\n[\\s\\S]*?^\`\`\`$`;
const FENCE = new RegExp(EXAMPLE, 'gm');
const EXAMPLES = new RegExp(`${EXAMPLE}(?:\\n\\n${EXAMPLE})*`, 'gm');

/** Variants of one example become a group of tabs. */
export function withCodeGroups(markdown) {
  return markdown.replaceAll(EXAMPLES, (examples) => {
    const blocks = examples.replaceAll(FENCE, (block, language, way) =>
      block.replace(/^[^\n]*/, `\`\`\`${language} [${WAYS[way]}]`),
    );
    return `::: code-group\n\n${blocks}\n\n:::`;
  });
}

/**
 * The guide describes one machine; the dashboard replaces these addresses with its installation's own. Other mentions
 * of the defaults, such as in tables, stay.
 */
export function withAddresses(markdown) {
  return markdown
    .replaceAll('http://127.0.0.1:8081/downloads/', 'http://dashboard.heliograph.invalid/downloads/')
    .replaceAll('SIGNALS_API_URL=http://127.0.0.1:8080', 'SIGNALS_API_URL=http://api.heliograph.invalid');
}
