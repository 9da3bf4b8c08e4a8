import { enveloped, TIMESTAMP, record, schemaRef } from '../json-schema';
import { CHANGE_KINDS, CHANGES_PARAMETERS } from '../search/changes';
import { selectedSignalSchema, signalExample } from './signal';

export const changesSchemas = {
  ChangesResponse: enveloped(
    record(['items', 'nextCursor', 'caughtUp'], {
      items: {
        type: 'array',
        maxItems: CHANGES_PARAMETERS.limit.maximum,
        items: schemaRef('Change'),
      },
      nextCursor: {
        type: 'string',
        maxLength: CHANGES_PARAMETERS.cursor.maximum,
        description: 'Opaque. Continues after this response, even an empty one.',
      },
      caughtUp: {
        type: 'boolean',
        description: 'Whether there are no more changes for now. If `false`, request more immediately.',
      },
    }),
  ),
  Change: record(
    ['change', 'at', 'signal'],
    {
      change: { type: 'string', enum: CHANGE_KINDS },
      at: {
        ...TIMESTAMP,
        description:
          'When it was committed. UTC, with milliseconds; never earlier than the change before it.',
      },
      signal: schemaRef('ChangedSignal'),
    },
    'What happened to a signal.',
  ),
  ChangedSignal: {
    ...selectedSignalSchema,
    description: 'The signal as it is now, or its chosen fields; only `id` if it was withdrawn.',
  },
} as const;

const { id: firstId } = signalExample;

export const changesExample = {
  data: {
    items: [
      { change: 'published', at: '2026-11-20T08:15:30.250Z', signal: signalExample },
      { change: 'withdrawn', at: '2026-11-20T08:15:31.004Z', signal: { id: `${firstId}1` } },
    ],
    nextCursor: 'AwAAAAAAAB9BAAAAAAAAAAAAAAGaoV_2mgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
    caughtUp: true,
  },
};
