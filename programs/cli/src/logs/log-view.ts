import { requestLogSchemas, type LoggedRequest } from '@heliograph/contract';
import { number } from '../account/funds';
import type { RecordView } from '../output/record-view';
import type { Colors } from '../output/terminal';

const fields = Object.keys(requestLogSchemas.LoggedRequest.properties) as (keyof LoggedRequest)[];

/** At 80 columns the key stays; details of interest for a single request are dropped. */
export const logView: RecordView<LoggedRequest> = {
  fields,
  columns: [
    {
      heading: 'AT (UTC)',
      path: ['at'],
      // Omits the year: the log does not go back that far.
      show: ({ at }) => at.slice(5, 19).replace('T', ' '),
      paint: (colors, text) => colors.dim(text),
    },
    {
      heading: 'STATUS',
      path: ['status'],
      roomFor: '429 ×100',
      show: ({ status, requests }) => (requests > 1 ? `${status} ×${number(requests)}` : String(status)),
      paint: (colors, text, { status }) => paintOf(colors, status)(text),
    },
    { heading: 'OPERATION', path: ['operation'], roomFor: 'searchSignals', shrinksTo: 12, isMain: true },
    { heading: 'ERROR', path: ['errorCode'], roomFor: 'rate_limited', shrinksTo: 10, dropOrder: 2 },
    { heading: 'KEY', path: ['credentialName'], roomFor: 'Key 01936f0e', shrinksTo: 12, dropOrder: 1 },
    { heading: 'RECORDS', path: ['records'], isNumber: true, show: ({ records }) => number(records) },
    {
      heading: 'COST',
      path: ['cost'],
      isNumber: true,
      roomFor: '$0.000',
      dropOrder: 3,
      show: ({ cost }) => (cost === null ? '?' : `$${cost}`),
    },
    {
      heading: 'MS',
      path: ['milliseconds'],
      isNumber: true,
      roomFor: '1000',
      show: ({ milliseconds }) => milliseconds.toFixed(milliseconds < 100 ? 1 : 0),
    },
    {
      heading: 'RECEIPT',
      path: ['receipt'],
      isNumber: true,
      dropOrder: 4,
      show: ({ receipt }) => receipt?.slice(0, receipt.indexOf('.')) ?? '',
    },
    {
      heading: 'REQUEST',
      path: ['requestId'],
      dropOrder: 5,
      paint: (colors, text) => colors.dim(text),
    },
  ],
  csv: fields.map((field) => [field]),
};

/** Color only repeats what the number says. */
function paintOf(colors: Colors, status: number): (text: string) => string {
  if (status < 400) return colors.green;
  return status < 500 ? colors.yellow : colors.red;
}
