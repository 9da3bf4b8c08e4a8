import type { DataResponse } from '../../../api/data-api';
import { formatCount, formatQuantity } from '../../../design/format-number';

/** Longer bodies are cut: no one reads that much, and a page with megabytes of text stops responding. */
const MAXIMUM_CHARACTERS = 200_000;

export interface ResponseIssue {
  parameter: string;
  message: string;
}

/** A response for display. */
export interface ReadResponse {
  /** Pretty-printed if it is JSON; cut if it is long. */
  text: string;
  /** Length of the full text, in characters, if it was cut. */
  cutFrom?: number;
  /** From a problem document (RFC 9457). */
  problem?: { code: string; detail: string };
  issues: readonly ResponseIssue[];
}

export function readResponse({
  body,
  contentType,
}: Pick<DataResponse, 'body' | 'contentType'>): ReadResponse {
  const value = contentType.includes('json') ? parsed(body) : undefined;
  const whole = value === undefined ? body : JSON.stringify(value, null, 2);
  const cut = whole.length > MAXIMUM_CHARACTERS && { cutFrom: whole.length };
  return { text: whole.slice(0, MAXIMUM_CHARACTERS), ...cut, ...problemOf(value, contentType) };
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function problemOf(value: unknown, contentType: string): Pick<ReadResponse, 'problem' | 'issues'> {
  if (!contentType.includes('problem+json')) return { issues: [] };
  const { code, detail, errors } = (value ?? {}) as Record<string, unknown>;
  const issues = Array.isArray(errors) ? errors.filter(isIssue) : [];
  if (typeof code !== 'string' || typeof detail !== 'string') return { issues };
  return { problem: { code, detail }, issues };
}

function isIssue(value: unknown): value is ResponseIssue {
  const { parameter, message } = (value ?? {}) as Partial<ResponseIssue>;
  return typeof parameter === 'string' && typeof message === 'string';
}

/** What the headers say about the cost, such as "2 records used", "98 left", and "receipt 7". */
export function chargeOf(headers: DataResponse['headers']): string[] {
  const used = numberIn(headers, 'X-Records-Consumed');
  const left = numberIn(headers, 'X-Records-Remaining');
  const receipt = headers.find(([name]) => name === 'X-Receipt')?.[1];
  return [
    ...(used === undefined ? [] : [used === 0 ? 'free' : `${formatQuantity(used, 'record')} used`]),
    ...(left === undefined ? [] : [`${formatCount(left)} left`]),
    ...(receipt === undefined ? [] : [`receipt ${receipt.split('.')[0]!}`]),
  ];
}

/** A problem in words. Its detail is omitted if it only repeats the issues, which are listed. */
export function problemText({ problem, issues }: ReadResponse, headers: DataResponse['headers']): string {
  return [issues.length === 0 && problem?.detail, retryOf(headers)].filter(Boolean).join(' ');
}

/** When to retry, if the response says so. */
function retryOf(headers: DataResponse['headers']): string | null {
  const seconds = numberIn(headers, 'Retry-After');
  return seconds === undefined ? null : `Try again in ${formatQuantity(seconds, 'second')}.`;
}

function numberIn(headers: DataResponse['headers'], wanted: string): number | undefined {
  const value = headers.find(([name]) => name === wanted)?.[1] ?? '';
  return /^\d{1,15}$/.test(value) ? Number(value) : undefined;
}

/** What a response says about one parameter or its members: "must be a date" as "Must be a date."; null if nothing. */
export function issueWith(name: string, issues: readonly ResponseIssue[]): string | null {
  const sentences = issues
    .filter(({ parameter }) => parameter === name || parameter.startsWith(`${name}.`))
    .map(({ parameter, message }) => sentenceOf(parameter === name ? message : `${parameter} ${message}`));
  return sentences.length > 0 ? sentences.join(' ') : null;
}

const sentenceOf = (text: string) => `${text.slice(0, 1).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;
