/**
 * The text of an event: `{type: "signals.matched", data: {savedSearch: {id, name}, items}}`.
 *
 * @param documents each item's JSON, as in responses.
 */
export function matchedBody(savedSearch: { id: string; name: string }, documents: readonly string[]): string {
  const { id, name } = savedSearch;
  return `{"type":"signals.matched","data":{"savedSearch":${JSON.stringify({ id, name })},"items":[${documents.join(',')}]}}`;
}

/** The text of a test event: like {@link matchedBody}, but without items and of another type. */
export function testBody({ id, name }: { id: string; name: string }): string {
  return JSON.stringify({ type: 'webhook.test', data: { savedSearch: { id, name }, items: [] } });
}

/** The body without some of its items; the rest stays the same, byte for byte. */
export function withoutItems(
  body: string,
  savedSearch: { id: string; name: string },
  gone: ReadonlySet<string>,
): string {
  const { data } = JSON.parse(body) as { data: { items: { id: string }[] } };
  // Items were written by JSON.stringify, which reproduces its own output.
  return matchedBody(
    savedSearch,
    data.items.filter(({ id }) => !gone.has(id)).map((item) => JSON.stringify(item)),
  );
}
