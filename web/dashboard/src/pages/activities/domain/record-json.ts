import type { Activity } from '@heliograph/dashboard-api';

/** A token of JSON, for coloring. */
interface JsonPiece {
  kind: 'name' | 'text' | 'value' | 'plain';
  text: string;
}

/** The record as the data API returns it, without the extra fields this page requested. */
export function recordJson({ matched: _matched, similarity: _similarity, ...record }: Activity): string {
  return JSON.stringify(record, null, 2);
}

const TOKEN = /("(?:[^"\\]|\\.)*")(?=(\s*:)?)|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\b(?:true|false|null)\b/g;

/** Splits the whole text into tokens, in order. @param json as `JSON.stringify` writes it. */
export function jsonPieces(json: string): JsonPiece[] {
  const pieces: JsonPiece[] = [];
  let end = 0;
  for (const match of json.matchAll(TOKEN)) {
    const [token, text, colon] = match;
    if (match.index > end) pieces.push({ kind: 'plain', text: json.slice(end, match.index) });
    pieces.push({ kind: text === undefined ? 'value' : colon === undefined ? 'text' : 'name', text: token });
    end = match.index + token.length;
  }
  if (end < json.length) pieces.push({ kind: 'plain', text: json.slice(end) });
  return pieces;
}
