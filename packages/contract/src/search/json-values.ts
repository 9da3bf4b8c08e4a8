import type { Schema } from '../json-schema';

/** Limits of `searchGroups` besides its length. */
export const SEARCH_GROUPS = {
  groups: 4,
  terms: 30,
  exclusions: 30,
  termLength: 160,
  termsInAll: 30,
} as const;

/** Limits of `locations` and `industries`. */
export const LOCATION = { valueLength: 180, countryLength: 80 } as const;
export const INDUSTRY_LENGTH = 180;
export const MAXIMUM_JSON_ITEMS = 50;
/** Long enough for that many texts of maximum length, with every character escaped. */
export const MAXIMUM_JSON_LENGTH = 65_536;

/** The value of `searchGroups`. */
export const SEARCH_GROUPS_SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['op', 'groups'],
  properties: {
    op: { type: 'string', enum: ['and', 'or'], description: 'Combines the groups.' },
    groups: {
      type: 'array',
      minItems: 1,
      maxItems: SEARCH_GROUPS.groups,
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['scope', 'match', 'terms'],
        properties: {
          scope: {
            type: 'string',
            enum: ['activity', 'company'],
            description: 'Where the terms must match.',
          },
          match: { type: 'string', enum: ['and', 'or'], description: 'Combines the terms.' },
          terms: {
            type: 'array',
            maxItems: SEARCH_GROUPS.terms,
            items: { type: 'string', minLength: 1, maxLength: SEARCH_GROUPS.termLength },
          },
          exclude: {
            type: 'array',
            default: [],
            maxItems: SEARCH_GROUPS.exclusions,
            items: { type: 'string', minLength: 1, maxLength: SEARCH_GROUPS.termLength },
            description: 'Terms that must not match, within the scope.',
          },
        },
      },
    },
  },
} as const satisfies Schema;

/** The value of `locations`. */
export const LOCATIONS_SCHEMA = {
  type: 'array',
  maxItems: MAXIMUM_JSON_ITEMS,
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['kind', 'value'],
    properties: {
      kind: { type: 'string', enum: ['country', 'city'] },
      value: { type: 'string', minLength: 1, maxLength: LOCATION.valueLength },
      country: { type: 'string', maxLength: LOCATION.countryLength, description: 'Of a city.' },
    },
  },
} as const satisfies Schema;

/**
 * The objects in these values, by the names that the OpenAPI document gives them: the Python clients of OpenAPI
 * Generator cannot be imported when a parameter has an object without a name.
 */
export const VALUE_SCHEMAS = {
  SearchGroups: SEARCH_GROUPS_SCHEMA,
  Location: LOCATIONS_SCHEMA.items,
} as const satisfies Record<string, Schema>;

/** The value of `industries`. */
export const INDUSTRIES_SCHEMA = {
  type: 'array',
  maxItems: MAXIMUM_JSON_ITEMS,
  items: { type: 'string', minLength: 1, maxLength: INDUSTRY_LENGTH },
} as const satisfies Schema;
