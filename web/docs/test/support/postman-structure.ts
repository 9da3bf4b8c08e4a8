const TEXT = { type: 'string' } as const;
const KEY_VALUE = {
  type: 'object',
  required: ['key', 'value'],
  additionalProperties: false,
  properties: { key: TEXT, value: TEXT, description: TEXT, disabled: { type: 'boolean' }, type: TEXT },
} as const;
const KEY_VALUES = { type: 'array', items: KEY_VALUE } as const;

/**
 * The structure of a collection in Postman's schema v2.1.0, limited to what ours uses:
 * https://schema.postman.com/collection/json/v2.1.0/draft-07/docs/index.html
 */
export const POSTMAN_STRUCTURE = {
  type: 'object',
  required: ['info', 'item'],
  additionalProperties: false,
  properties: {
    info: {
      type: 'object',
      required: ['name', 'schema'],
      additionalProperties: false,
      properties: {
        name: TEXT,
        description: TEXT,
        schema: { const: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      },
    },
    auth: {
      type: 'object',
      required: ['type'],
      additionalProperties: false,
      properties: { type: { const: 'bearer' }, bearer: KEY_VALUES },
    },
    variable: KEY_VALUES,
    item: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['name', 'item'],
        additionalProperties: false,
        properties: {
          name: TEXT,
          description: TEXT,
          item: {
            type: 'array',
            minItems: 1,
            items: {
              type: 'object',
              required: ['name', 'request'],
              additionalProperties: false,
              properties: {
                name: TEXT,
                response: { type: 'array', maxItems: 0 },
                request: {
                  type: 'object',
                  required: ['method', 'url'],
                  additionalProperties: false,
                  properties: {
                    method: { enum: ['GET', 'POST', 'PATCH', 'DELETE'] },
                    description: TEXT,
                    header: KEY_VALUES,
                    url: {
                      type: 'object',
                      required: ['raw'],
                      additionalProperties: false,
                      properties: {
                        raw: TEXT,
                        host: { type: 'array', items: TEXT },
                        path: { type: 'array', items: TEXT },
                        query: KEY_VALUES,
                        variable: KEY_VALUES,
                      },
                    },
                    body: {
                      type: 'object',
                      required: ['mode', 'raw'],
                      additionalProperties: false,
                      properties: { mode: { const: 'raw' }, raw: TEXT, options: { type: 'object' } },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
} as const;
