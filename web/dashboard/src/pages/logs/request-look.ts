import { errorRow, isErrorCode } from '@heliograph/contract';
import type { LoggedRequest } from '@heliograph/dashboard-api';
import type { Tone } from '../../design';

/** The color for a status; its number says the same. */
export function toneOf(status: number): Tone {
  if (status < 400) return 'success';
  return status < 500 ? 'warning' : 'danger';
}

/** 12.345 as "12.3 ms", 1234 as "1.23 s". */
export function formatDuration(milliseconds: number): string {
  if (milliseconds >= 1_000) return `${(milliseconds / 1_000).toFixed(2)} s`;
  return `${milliseconds.toFixed(milliseconds < 100 ? 1 : 0)} ms`;
}

/** What failed; a code this page does not know is shown by name. */
export function explanationOf(code: string): { title: string; meaning: string; remedy: string } {
  if (code === 'abandoned') {
    return {
      title: 'Client closed the connection',
      meaning: 'The client disconnected before the response was ready.',
      remedy: 'Use a longer timeout, and retry with the same Idempotency-Key.',
    };
  }
  if (!isErrorCode(code)) return { title: code, meaning: '', remedy: '' };
  const { title, meaning, remedy } = errorRow(code);
  return { title, meaning, remedy };
}

/** A receipt's position in the account's chain. */
export function receiptNumber({ receipt }: LoggedRequest): string | undefined {
  return receipt === null ? undefined : `#${receipt.slice(0, receipt.indexOf('.'))}`;
}

/** Splits text containing `code` into alternating pieces: text, code, text, … */
export const piecesOf = (markdown: string): string[] => markdown.split('`');
