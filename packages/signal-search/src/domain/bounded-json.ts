import { isLongerThan } from './characters';

/** The result of parsing JSON from a parameter: a value, or what is wrong with the text. */
type JsonResult = { value: unknown } | { issue: string };

/**
 * Parses JSON whose length and nesting are checked first.
 *
 * @param bounds.maximumLength in characters.
 * @param bounds.maximumDepth how deep arrays and objects may be nested.
 */
export function parseBoundedJson(
  text: string,
  bounds: { maximumLength: number; maximumDepth: number },
): JsonResult {
  if (isLongerThan(text, bounds.maximumLength)) {
    return { issue: `must have at most ${bounds.maximumLength} characters` };
  }
  if (isDeeperThan(text, bounds.maximumDepth)) {
    return { issue: `must not be nested deeper than ${bounds.maximumDepth} levels` };
  }
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { issue: 'is not valid JSON' };
  }
}

/** The same for bytes, which must be UTF-8. */
export function parseBoundedJsonBytes(
  bytes: Buffer,
  bounds: Parameters<typeof parseBoundedJson>[1],
): JsonResult {
  try {
    return parseBoundedJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes), bounds);
  } catch {
    return { issue: 'is not UTF-8' };
  }
}

/** Whether brackets outside strings nest deeper than `maximum`; says nothing about the rest of the syntax. */
function isDeeperThan(text: string, maximum: number): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index++;
      else if (character === '"') inString = false;
    } else if (character === '"') {
      inString = true;
    } else if (character === '[' || character === '{') {
      if (++depth > maximum) return true;
    } else if (character === ']' || character === '}') {
      depth--;
    }
  }
  return false;
}

/** Whether a parsed value is a JSON object (not an array, not null). */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
