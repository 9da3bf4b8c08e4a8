import { callOf, type CallName } from '@heliograph/contract';
import type { CallValues } from '../../../calls/playground-path';
import { isFree, priceOf } from './price';

/** What to ask before a call. */
export interface Confirmation {
  question: string;
  consequence: string;
  confirm: string;
  kind: 'primary' | 'danger';
}

/** For a call that changes or may cost something; null otherwise. */
export function confirmationOf(name: CallName, values: CallValues, key: string): Confirmation | null {
  const { writes } = callOf(name);
  if (writes) return { ...writes, kind: writes.isFinal ? 'danger' : 'primary' };
  if (isFree(name, values, key)) return null;
  return {
    question: 'Run with a live key?',
    consequence: `${priceOf(name, values, key)}. Free records are used first, then the prepaid balance.`,
    confirm: 'Run and pay',
    kind: 'primary',
  };
}
