const WIDTH = 96;

/** A docstring; empty without text. */
export function docstring(text, indent) {
  if (!text) return '';
  const clean = text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"');
  const lines = wrapped(clean, WIDTH - indent.length - 6);
  if (lines.length === 1) return `${indent}"""${closed(clean)}"""\n`;
  return `${indent}"""${lines.join(`\n${indent}`)}\n${indent}"""\n`;
}

/** Escapes a final quotation mark, which would merge with the closing three. */
function closed(text) {
  return text.endsWith('"') ? `${text.slice(0, -1)}\\"` : text;
}

function wrapped(text, width) {
  const lines = [''];
  for (const word of text.split(/\s+/)) {
    const line = lines.at(-1);
    if (line === '') lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= width) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** A Python string. JSON's escapes are Python's too. */
export const quoted = (text) => JSON.stringify(text);

/** An enum's values as `Literal[…]`. */
export function literal(values) {
  return `Literal[${values.map((value) => JSON.stringify(value)).join(', ')}]`;
}

/** A module's `__all__`. */
export function exported(names) {
  return `__all__ = [\n${[...names]
    .sort()
    .map((name) => `    ${quoted(name)},\n`)
    .join('')}]\n`;
}
