/** Python keywords a name could collide with. */
const KEYWORDS = new Set(
  'and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
);

/** `dateFrom` as `date_from`; a keyword gets a trailing underscore. */
export function snakeCase(name) {
  const snake = name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase();
  return KEYWORDS.has(snake) ? `${snake}_` : snake;
}

/** `search_groups` and `searchGroups` as `SearchGroups`. */
export function pascalCase(name) {
  return name.replaceAll(/(?:^|_)([a-zA-Z])/g, (_, letter) => letter.toUpperCase());
}

/** The singular of a list's name, for its items. */
export function singular(name) {
  return name.replace(/ies$/, 'y').replace(/(?<!s)s$/, '');
}
