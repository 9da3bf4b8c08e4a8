import { pascalCase, singular, snakeCase } from './names.mjs';
import { docstring, exported, literal, quoted } from './text.mjs';

/**
 * Not generated: exceptions cover errors, whole records cover selections (unselected members are None), and call
 * parameters cover request bodies and the values of parameters.
 */
const LEFT_OUT =
  /^Problem$|^Selected|Request$|^SavedSearchInput$|^SavedSearchChange$|^SearchGroups$|^Location$/;
/** Overrides for clumsy generated names, and for those of earlier versions. */
const NAMES = {
  SearchTotalFacets: 'Facets',
  Receipts: 'ReceiptListData',
  SuggestionList: 'Suggest',
  Subscription: 'UsageSubscription',
};

/**
 * A frozen dataclass for each record of the OpenAPI document: component schemas, the `data` of responses
 * (`UsageResponse` as `Usage`, `SearchPage` as `SearchPageData`), and the objects inside them.
 */
export function recordsModule({ components: { schemas } }) {
  const classes = new Map();
  const shapes = new Map();

  /**
   * Creates an object's class unless it exists, after the classes it depends on.
   *
   * @param prefix name prefix for nested objects.
   */
  function add(name, schema, prefix = name) {
    if (classes.has(name)) return name;
    const required = new Set(schema.required ?? []);
    const fields = Object.entries(schema.properties).map(([wire, property]) => {
      const { type, nested } = typeOf(property, prefix, wire);
      const isOptional = !required.has(wire) || isNullable(property);
      return { wire, name: snakeCase(wire), type, nested, isOptional, description: property.description };
    });
    classes.set(name, classText(name, schema.description, fields));
    return name;
  }

  /** The type of a value, and the class of its objects. */
  function typeOf(schema, parent, property) {
    if (schema.$ref) return reference(schema.$ref);
    if (schema.const !== undefined) return { type: literal([schema.const]) };
    if (schema.enum) return { type: literal(schema.enum) };
    if (schema.anyOf)
      return typeOf(
        schema.anyOf.find(({ type }) => type !== 'null'),
        parent,
        property,
      );
    if (schema.type === 'null') return { type: 'None' };
    const kind = [schema.type].flat().find((one) => one !== 'null');
    if (kind === 'array') {
      const item = typeOf(schema.items, parent, singular(property));
      return { type: `tuple[${item.type}, ...]`, nested: item.nested };
    }
    if (kind === 'object' && hasMembers(schema)) {
      const rule = `${parent}${pascalCase(property)}`;
      // Objects with the same members share a class.
      const shape = JSON.stringify([schema.properties, schema.required]);
      if (!shapes.has(shape)) shapes.set(shape, add(NAMES[rule] ?? rule, schema));
      return { type: shapes.get(shape), nested: shapes.get(shape) };
    }
    return { type: SCALARS[kind] };
  }

  function reference(ref) {
    const name = ref.split('/').at(-1);
    const schema = schemas[name];
    // An alias of a type without members, such as an identifier.
    if (!hasMembers(schema)) return typeOf(schema, name, '');
    const nested = add(NAMES[name] ?? name, schema);
    return { type: nested, nested };
  }

  for (const [name, schema] of Object.entries(schemas)) {
    if (LEFT_OUT.test(name) || !hasMembers(schema)) continue;
    const { data } = schema.properties;
    if (data === undefined) add(NAMES[name] ?? name, schema);
    else if (data.properties) {
      const plain = name.replace(/Response$/, '');
      add(NAMES[plain] ?? (plain === name ? `${name}Data` : plain), data, plain);
    }
  }

  return `from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from .._record import Record, Wire

${exported(classes.keys())}
${[...classes.values()].join('\n')}`;
}

const hasMembers = ({ properties = {} }) => Object.keys(properties).length > 0;

const isNullable = ({ type, anyOf = [] }) =>
  [type].flat().includes('null') || anyOf.some((choice) => choice.type === 'null');

const SCALARS = { string: 'str', integer: 'int', number: 'float', boolean: 'bool', object: 'dict[str, Any]' };

const optional = (type, wire) => {
  if (type === 'None') return 'None = None';
  // Keep signing secrets out of a record's repr, and so out of logs.
  return `${type} | None = ${wire === 'secret' ? 'field(default=None, repr=False)' : 'None'}`;
};

function classText(name, description, fields) {
  const table = fields.map(
    ({ name: field, wire, nested }) => `        ${quoted(field)}: (${quoted(wire)}, ${nested ?? 'None'}),\n`,
  );
  const lines = fields.map(
    ({ name: field, wire, type, isOptional, description: text }) =>
      `    ${field}: ${isOptional ? optional(type, wire) : type}\n${docstring(text, '    ')}`,
  );
  return `
@dataclass(frozen=True, kw_only=True)
class ${name}(Record):
${description ? `${docstring(description, '    ')}\n` : ''}    _wire: ClassVar[Wire] = {
${table.join('')}    }

${lines.join('')}`;
}
