/** What the tabs of an example say, by the second word behind its fence. */
const WAYS = { curl: 'curl', cli: 'Command line', sdk: 'TypeScript', python: 'Python' };
const EXAMPLE = `^\`\`\`(\\w+) (${Object.keys(WAYS).join('|')})[^\\n]*\\n[\\s\\S]*?^\`\`\`$`;
const FENCE = new RegExp(EXAMPLE, 'gm');
const EXAMPLES = new RegExp(`${EXAMPLE}(?:\\n\\n${EXAMPLE})*`, 'gm');

/** Examples of one thing in several ways become a group of tabs. */
export function withCodeGroups(markdown) {
  return markdown.replaceAll(EXAMPLES, (examples) => {
    const blocks = examples.replaceAll(FENCE, (block, language, way) =>
      block.replace(/^[^\n]*/, `\`\`\`${language} [${WAYS[way]}]`),
    );
    return `::: code-group\n\n${blocks}\n\n:::`;
  });
}

/**
 * What the guide says of one machine is true of every installation: the dashboard puts its own addresses in place of these. Other
 * mentions of the standard addresses, such as defaults in tables, stay.
 */
export function withAddresses(markdown) {
  return markdown
    .replaceAll('http://127.0.0.1:8081/downloads/', 'http://dashboard.heliograph.invalid/downloads/')
    .replaceAll('SIGNALS_API_URL=http://127.0.0.1:8080', 'SIGNALS_API_URL=http://api.heliograph.invalid');
}
