import type { ParameterRow } from './parameter';

export const MAXIMUM_PAGE_SIZE = 50;

export const PAGING_PARAMETERS = {
  limit: {
    kind: 'integer',
    minimum: 1,
    maximum: MAXIMUM_PAGE_SIZE,
    default: MAXIMUM_PAGE_SIZE,
    isNoFilter: true,
    description: 'Signals per response. Each one returned is a record.',
    example: 20,
    flag: { value: 'number', help: `signals per page, 1 to ${MAXIMUM_PAGE_SIZE}` },
  },
  cursor: {
    kind: 'text',
    maximum: 512,
    isNoFilter: true,
    description:
      'The `nextCursor` of the previous page, with exactly the same filters. In keyword mode `limit` ' +
      'may change from page to page, and cursors do not expire; in semantic mode the query and limit must ' +
      'be the same too, and a cursor is valid for one hour. It belongs to the account and interface it was ' +
      'given to. Cannot be combined with `page`.',
    flag: { value: 'cursor', help: 'continue after an earlier page' },
  },
  page: {
    kind: 'integer',
    minimum: 1,
    maximum: 100,
    isNoFilter: true,
    description:
      'Number of the page, from 1; the first if absent. Keyword mode only. Use `cursor` when you must not skip ' +
      'or repeat a signal while others are being published.',
    flag: { value: 'number', help: 'page by its number, 1 to 100' },
  },
} as const satisfies Record<string, ParameterRow>;
