import { callOf } from '@heliograph/contract';
import { type Call, type UsedField, usedFields } from './call';
import { type Language, literalOf, PYTHON, textLiteral, TYPESCRIPT } from './literals';

/** Up to this length, arguments stay on one line. */
const LINE = 72;

/** A program with the TypeScript SDK that makes the call and prints the answer. */
export function asTypeScript(call: Call): string {
  const used = usedFields(call);
  const members = used.filter(({ field }) => field.in === 'query');
  const object = objectOf(
    members.map(({ field, value }) => `${field.name}: ${literal(field, value, TYPESCRIPT)}`),
  );
  const path = used.filter(({ field }) => field.in === 'path');
  const values = [...path.map(({ value }) => textLiteral(value, TYPESCRIPT)), ...object];
  return [
    `import { Heliograph } from '@heliograph/sdk';`,
    '',
    '// Reads SIGNALS_API_URL and SIGNALS_API_KEY.',
    'const heliograph = new Heliograph();',
    `const answer = await heliograph.${callOf(call.name).method}(${values.join(', ')});`,
    'console.log(answer);',
  ].join('\n');
}

/** A program with the Python SDK that makes the call and prints the answer. */
export function asPython(call: Call): string {
  const values = usedFields(call).map(({ field, value }) =>
    field.in === 'path'
      ? textLiteral(value, PYTHON)
      : `${snakeCase(field.name)}=${literal(field, value, PYTHON)}`,
  );
  const isShort = values.join(', ').length <= LINE;
  const inner = isShort ? values.join(', ') : `\n${values.map((value) => `    ${value},\n`).join('')}`;
  return [
    'from heliograph import Heliograph',
    '',
    '# Reads SIGNALS_API_URL and SIGNALS_API_KEY.',
    'client = Heliograph()',
    `answer = client.${snakeCase(callOf(call.name).method)}(${inner})`,
    'print(answer)',
  ].join('\n');
}

function objectOf(members: readonly string[]): string[] {
  if (members.length === 0) return [];
  const line = `{ ${members.join(', ')} }`;
  return [line.length <= LINE ? line : `{\n${members.map((member) => `  ${member},\n`).join('')}}`];
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const NUMBER = /^(?:0|[1-9]\d{0,14})(?:\.\d+)?$/;

/** A value as programs pass it. What is not of its kind stays a text, which the API then refuses with a reason. */
function literal({ kind, isNumeric }: UsedField['field'], value: string, language: Language): string {
  switch (kind) {
    case 'list': {
      const items = value.split(',').map((item) => item.trim());
      return literalOf(
        items.filter((item) => item !== ''),
        language,
      );
    }
    case 'flag':
      return value === 'true' || value === 'false'
        ? literalOf(value === 'true', language)
        : textLiteral(value, language);
    case 'number':
    case 'integer':
      return NUMBER.test(value) ? value : textLiteral(value, language);
    case 'choice':
      return isNumeric && NUMBER.test(value) ? value : textLiteral(value, language);
    case 'json':
      try {
        return literalOf(JSON.parse(value), language);
      } catch {
        return textLiteral(value, language);
      }
    default:
      return textLiteral(value, language);
  }
}
