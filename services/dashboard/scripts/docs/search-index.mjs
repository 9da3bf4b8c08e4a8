import { addressOf } from './contents.mjs';

/** So much of a section is searched in. */
const TEXT_LENGTH = 700;

/** What the pages are searched in: one entry a section, [page title, heading, address, text]. */
export function searchIndex(pages) {
  return pages.flatMap(({ name, title, sections }) =>
    sections.map(({ heading, text }) => [
      title,
      heading?.text ?? '',
      `${addressOf(name)}${heading ? `#${heading.id}` : ''}`,
      text.slice(0, TEXT_LENGTH),
    ]),
  );
}
