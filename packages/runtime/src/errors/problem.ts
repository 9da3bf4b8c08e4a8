import { problemDocument, type ProblemDocument } from '@heliograph/contract';
import type { ServiceError } from './service-error';

/** The problem document (RFC 9457) for an error. */
export function problemOf(error: ServiceError, requestId: string): ProblemDocument {
  const { code, publicText, status, issues } = error;
  // An internal error reveals nothing about its cause, wherever its text comes from.
  const detail = code === 'internal' ? 'An unexpected error occurred.' : publicText;
  return problemDocument({ code, detail, status, issues }, requestId);
}
