import type { Violation } from '../load/journal';
import type { Charge, CredentialTotal, Evidence } from './evidence';
import { groupBy } from './group-by';

/** The ledger's monthly totals and metering's totals match the sum of the charges. */
export function checkTotals({ charges, ledgerTotals, meteringTotals }: Evidence): Violation[] {
  return [
    ...differences('ledger totals', charges, ledgerTotals),
    ...differences('metering', charges, meteringTotals),
  ];
}

/** The operator's command finds no difference, and both sides have all charges. */
export function checkReconciliation({ charges, reconciliations }: Evidence): Violation[] {
  const expected = textOf(charges.length, recordsOf(charges));
  const sides = (['ledger', 'metering'] as const).map((side) => {
    const totals = reconciliations.map((reconciliation) => reconciliation[side]);
    const requests = totals.reduce((sum, item) => sum + item.requests, 0);
    return { side, actual: textOf(requests, recordsOf(totals)) };
  });
  return [
    ...reconciliations.flatMap(({ month, differences: found }) =>
      found.map((difference) => ({ check: 'reconcile', detail: JSON.stringify(difference), ids: [month] })),
    ),
    ...sides
      .filter(({ actual }) => actual !== expected)
      .map(({ side, actual }) => ({
        check: 'reconcile',
        detail: `${side} has ${actual}, charged were ${expected}`,
        ids: reconciliations.map(({ month }) => month),
      })),
  ];
}

/** The usage reported to customers matches their charges. */
export function checkUsage({ charges, usage }: Evidence): Violation[] {
  const byAccount = groupBy(charges, ({ accountId }) => accountId);
  return usage.flatMap(({ accountId, requests, records }) => {
    const own = byAccount.get(accountId) ?? [];
    const [told, charged] = [textOf(requests, records), textOf(own.length, recordsOf(own))];
    return told === charged
      ? []
      : [{ check: 'usage', detail: `told ${told}, charged ${charged}`, ids: [accountId] }];
  });
}

function differences(
  check: string,
  charges: readonly Charge[],
  totals: readonly CredentialTotal[],
): Violation[] {
  const charged = new Map(
    [...groupBy(charges, ({ credentialId }) => credentialId)].map(([id, own]) => [
      id,
      textOf(own.length, recordsOf(own)),
    ]),
  );
  const kept = new Map(
    totals.map(({ credentialId, requests, records }) => [credentialId, textOf(requests, records)]),
  );
  return [...new Set([...charged.keys(), ...kept.keys()])]
    .filter((id) => charged.get(id) !== kept.get(id))
    .map((id) => ({
      check,
      detail: `has ${kept.get(id) ?? 'nothing'}, charged were ${charged.get(id) ?? 'none'}`,
      ids: [id],
    }));
}

function recordsOf(items: readonly { records: number }[]): number {
  return items.reduce((sum, { records }) => sum + records, 0);
}

function textOf(requests: number, records: number): string {
  return `${requests} requests with ${records} records`;
}
