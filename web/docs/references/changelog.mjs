import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('../../../CHANGELOG.md', import.meta.url));

/** The page of changes: CHANGELOG.md. Links to the guides lead to this site's pages; other links become text. */
export function changelog() {
  return readFileSync(file, 'utf8').replaceAll(
    /\[([^\]]+)\]\((?!https?:)([^)]*)\)/g,
    (_link, text, target) => {
      const page = /^docs\/guide\/([^)]+)$/.exec(target)?.[1];
      return page === undefined ? text : `[${text}](${page})`;
    },
  );
}
