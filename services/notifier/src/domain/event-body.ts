/**
 * The text of an event: `{type: "signals.matched", data: {savedSearch: {id, name}, items}}`.
 *
 * @param documents each item's JSON, as it is answered.
 */
export function matchedBody(savedSearch: { id: string; name: string }, documents: readonly string[]): string {
  const { id, name } = savedSearch;
  return `{"type":"signals.matched","data":{"savedSearch":${JSON.stringify({ id, name })},"items":[${documents.join(',')}]}}`;
}

/** The text of a test event: as {@link matchedBody} without items, of another type. */
export function testBody({ id, name }: { id: string; name: string }): string {
  return JSON.stringify({ type: 'webhook.test', data: { savedSearch: { id, name }, items: [] } });
}

/** The body without some of its items; the rest stays as it was, byte for byte. */
export function withoutItems(
  body: string,
  savedSearch: { id: string; name: string },
  gone: ReadonlySet<string>,
): string {
  const { data } = JSON.parse(body) as { data: { items: { id: string }[] } };
  // Items were made by JSON.stringify, whose output it makes again.
  return matchedBody(
    savedSearch,
    data.items.filter(({ id }) => !gone.has(id)).map((item) => JSON.stringify(item)),
  );
}
