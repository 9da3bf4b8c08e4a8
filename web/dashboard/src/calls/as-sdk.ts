import { callOf, describedCall, type CallField } from '@heliograph/contract';
import { type Call, searchValuesOf, type UsedField, usedFields } from './call';
import { type Language, literalOf, PYTHON, textLiteral, TYPESCRIPT } from './literals';

/** Arguments up to this length stay on one line. */
const LINE = 72;
/** Prefix of options that belong to a budget. */
const BUDGET = 'budget.';

/** A TypeScript SDK program that makes the call and prints the response. */
export function asTypeScript(call: Call): string {
  const used = usedFields(call);
  const { ownArguments = [] } = callOf(call.name);
  const alone = used.filter(({ field }) => field.in === 'path' || ownArguments.includes(field.name));
  const values = [...alone.map(({ value }) => textLiteral(value, TYPESCRIPT)), ...objectsOf(call.name, used)];
  return [
    `import { Heliograph } from '@heliograph/sdk';`,
    '',
    '// Reads SIGNALS_API_URL and SIGNALS_API_KEY.',
    'const heliograph = new Heliograph();',
    `const response = await heliograph.${callOf(call.name).method}(${values.join(', ')});`,
    // console.log shows of objects in objects only `[Object]`. A statement is text, and goes into a file as it is.
    call.name === 'statement' ? 'console.log(response);' : 'console.log(JSON.stringify(response, null, 2));',
  ].join('\n');
}

/** A Python SDK program that makes the call and prints the response. */
export function asPython(call: Call): string {
  const used = usedFields(call);
  const options = optionsIn(used, PYTHON);
  const values = [
    ...used
      .filter(({ field }) => field.in !== 'header')
      .map(({ field, value }) =>
        field.in === 'path'
          ? textLiteral(value, PYTHON)
          : `${snakeCase(field.name)}=${literal(field, value, PYTHON)}`,
      ),
    ...options.map(([name, value]) => `${snakeCase(name)}=${value}`),
  ];
  const imported = options.some(([name]) => name === 'budget') ? 'Budget, Heliograph' : 'Heliograph';
  const isShort = values.join(', ').length <= LINE;
  const inner = isShort ? values.join(', ') : `\n${values.map((value) => `    ${value},\n`).join('')}`;
  return [
    `from heliograph import ${imported}`,
    '',
    '# Reads SIGNALS_API_URL and SIGNALS_API_KEY.',
    'client = Heliograph()',
    `response = client.${snakeCase(callOf(call.name).method)}(${inner})`,
    'print(response)',
  ].join('\n');
}

/** Parameters, then options: merged into one object if the method takes only one. */
function objectsOf(name: Call['name'], used: readonly UsedField[]): string[] {
  const { ownArguments = [], hasOneObject } = callOf(name);
  const isMember = ({ name: member, in: place }: CallField) =>
    (place === 'query' || place === 'body') && !ownArguments.includes(member);
  const members = used
    .filter(({ field }) => isMember(field))
    .map(({ field, value }) => `${field.name}: ${literal(field, value, TYPESCRIPT)}`);
  const options = optionsIn(used, TYPESCRIPT).map(([option, value]) => `${option}: ${value}`);
  if (hasOneObject) return objectOf([...members, ...options]);
  const takesMembers = describedCall(name).fields.some(isMember);
  const isSkipped = takesMembers && members.length === 0 && options.length > 0;
  return [...(isSkipped ? ['{}'] : objectOf(members)), ...objectOf(options)];
}

/** The options set by headers; the parts of a budget form one option. */
function optionsIn(used: readonly UsedField[], language: Language): [name: string, value: string][] {
  const written = used.flatMap(({ field, value }): [string, string][] =>
    field.option === undefined ? [] : [[field.option, literal(field, value, language)]],
  );
  const budget = written
    .filter(([option]) => option.startsWith(BUDGET))
    .map(([option, value]) => [option.slice(BUDGET.length), value] as const);
  const others = written.filter(([option]) => !option.startsWith(BUDGET));
  if (budget.length === 0) return others;
  const whole =
    language === PYTHON
      ? `Budget(${budget.map(([name, value]) => `${name}=${value}`).join(', ')})`
      : `{ ${budget.map(([name, value]) => `${name}: ${value}`).join(', ')} }`;
  return [...others, ['budget', whole]];
}

function objectOf(members: readonly string[]): string[] {
  if (members.length === 0) return [];
  const line = `{ ${members.join(', ')} }`;
  return [line.length <= LINE ? line : `{\n${members.map((member) => `  ${member},\n`).join('')}}`];
}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const NUMBER = /^(?:0|[1-9]\d{0,14})(?:\.\d+)?$/;

/** A value as a program passes it. A value of the wrong kind stays text; the API refuses it with a reason. */
function literal(field: UsedField['field'], value: string, language: Language): string {
  const { kind, isNumeric, isNullable, isSearch } = field;
  if (isNullable && value === 'null') return language.isNothing;
  if (isSearch) {
    const values = searchValuesOf(value);
    if (values) return searchLiteral(values, language);
  }
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

/** A saved search's query, with values as the SDKs take them for a search. */
function searchLiteral(values: Call['values'], language: Language): string {
  const { padding, keyOf } = language;
  const members = usedFields({ name: 'search', values }).map(({ field, value }) => {
    const name = language === PYTHON ? snakeCase(field.name) : field.name;
    return `${keyOf(name)}: ${literal(field, value, language)}`;
  });
  return members.length === 0 ? '{}' : `{${padding}${members.join(', ')}${padding}}`;
}
