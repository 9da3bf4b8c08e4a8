import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('../../../CHANGELOG.md', import.meta.url));

/** The page of changes: CHANGELOG.md. Its links to the guides lead to pages of this site; others become text. */
export function changelog() {
  return readFileSync(file, 'utf8').replaceAll(
    /\[([^\]]+)\]\((?!https?:)([^)]*)\)/g,
    (_link, text, target) => {
      const page = /^docs\/guide\/([^)]+)$/.exec(target)?.[1];
      return page === undefined ? text : `[${text}](${page})`;
    },
  );
}
