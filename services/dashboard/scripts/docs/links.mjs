/** @throws naming every link that leads to no page or to no section of it. */
export function checkLinks(pages) {
  const byName = new Map(pages.map((page) => [page.name, page]));
  const broken = pages.flatMap(({ name, links }) =>
    links
      .filter(({ page, section }) => {
        const target = byName.get(page);
        return !target || (section !== undefined && !target.identifiers.has(section));
      })
      .map(({ page, section }) => `${name}.md: ${page}.md${section ? `#${section}` : ''}`),
  );
  if (broken.length > 0) throw new Error(`links that lead nowhere:\n${broken.join('\n')}`);
}
