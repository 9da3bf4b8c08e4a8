import { documentOf, type Found } from '@heliograph/read-model';

const [OPEN, COMMA, CLOSE] = [0x5b, 0x2c, 0x5d];

/** The JSON array of these items, in UTF-8. Documents are copied as they are: nothing is parsed or encoded. */
export function itemsJson(found: readonly Found[]): Buffer {
  return joined(found.map(({ view, row }) => documentOf(view.segment.documents, row)));
}

/** The same with the similarity, in millionths, as the last property of each. */
export function itemsWithSimilarity(found: readonly (Found & { similarityMillionths: number })[]): Buffer {
  return joined(
    found.map(({ view, row, similarityMillionths }) => {
      const document = documentOf(view.segment.documents, row);
      const end = `,"similarity":${similarityMillionths / 1e6}}`;
      const item = Buffer.allocUnsafe(document.length - 1 + end.length);
      item.set(document.subarray(0, document.length - 1));
      item.write(end, document.length - 1, 'latin1');
      return item;
    }),
  );
}

function joined(items: readonly Uint8Array[]): Buffer {
  const length = items.reduce((sum, item) => sum + item.length + 1, items.length === 0 ? 2 : 1);
  const json = Buffer.allocUnsafe(length);
  json[0] = OPEN;
  let at = 1;
  for (const [index, item] of items.entries()) {
    if (index > 0) json[at++] = COMMA;
    json.set(item, at);
    at += item.length;
  }
  json[at] = CLOSE;
  return json;
}
