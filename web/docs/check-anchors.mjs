import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * VitePress checks links to pages, but not to their sections.
 *
 * @param directory of the built site.
 * @throws naming every link to a missing section.
 */
export function checkAnchors(directory) {
  const pages = new Map(
    readdirSync(directory)
      .filter((file) => file.endsWith('.html'))
      .map((file) => [file.replace(/\.html$/, ''), readFileSync(join(directory, file), 'utf8')]),
  );
  const broken = [...pages].flatMap(([page, html]) =>
    [...html.matchAll(/href="(?:\/docs\/([\w-]*))?#([^"]+)"/g)]
      .map(([, target, section]) => ({ target: target === '' ? 'index' : (target ?? page), section }))
      .filter(({ target, section }) => !hasSection(pages.get(target), section))
      .map(({ target, section }) => `${page}: ${target}#${section}`),
  );
  if (broken.length > 0) throw new Error(`links to missing sections:\n${broken.join('\n')}`);
}

/** Matches ids as browsers do: as written, or decoded. */
function hasSection(html = '', section) {
  return [section, decodeURIComponent(section)].some((id) => html.includes(`id="${id}"`));
}
