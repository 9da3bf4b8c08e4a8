import { quantity } from '@heliograph/contract';

/** A number of records as the value and the unit of a figure. */
export function recordsFigure(records: number): { value: string; unit: string } {
  const [value = '', unit = ''] = quantity(records, 'record').split(' ');
  return { value, unit };
}
