import { isLongerThan } from './characters';

/** The result of parsing JSON from a parameter: a value, or what is wrong with the text. */
type JsonResult = { value: unknown } | { issue: string };

interface Bounds {
  /** In characters. */
  maximumLength: number;
  /** How deep arrays and objects may nest. */
  maximumDepth: number;
  /** Members of objects and arrays together; unbounded if absent. */
  maximumMembers?: number;
}

/** Parses JSON after checking its length, nesting, and number of members. */
export function parseBoundedJson(text: string, bounds: Bounds): JsonResult {
  if (isLongerThan(text, bounds.maximumLength)) {
    return { issue: `must have at most ${bounds.maximumLength} characters` };
  }
  const { depth, members } = extentOf(text);
  if (depth > bounds.maximumDepth) {
    return { issue: `must not be nested deeper than ${bounds.maximumDepth} levels` };
  }
  if (bounds.maximumMembers !== undefined && members > bounds.maximumMembers) {
    return { issue: `must not have more than ${bounds.maximumMembers} members` };
  }
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { issue: 'is not valid JSON' };
  }
}

/** Like {@link parseBoundedJson}, for bytes, which must be UTF-8. */
export function parseBoundedJsonBytes(bytes: Buffer, bounds: Bounds): JsonResult {
  try {
    return parseBoundedJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes), bounds);
  } catch {
    return { issue: 'is not UTF-8' };
  }
}

/**
 * How deep the text nests, and an upper bound on its members, judged by the brackets and commas outside strings. Does
 * not check the rest of the syntax.
 */
function extentOf(text: string): { depth: number; members: number } {
  let depth = 0;
  let deepest = 0;
  let members = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index++;
      else if (character === '"') inString = false;
    } else if (character === '"') {
      inString = true;
    } else if (character === '[' || character === '{') {
      members++;
      deepest = Math.max(deepest, ++depth);
    } else if (character === ']' || character === '}') {
      depth--;
    } else if (character === ',') {
      members++;
    }
  }
  return { depth: deepest, members };
}

/** Whether a parsed value is a JSON object (not an array, not null). */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
