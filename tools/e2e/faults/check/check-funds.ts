import type { Violation } from '../load/journal';
import type { Evidence } from './evidence';
import { groupBy } from './group-by';

/** No fund is negative, and each matches its entries. */
export function checkFunds({ funds }: Evidence): Violation[] {
  return funds.flatMap(({ accountId, name, kept, entered }) => [
    ...(kept < 0n ? [{ check: 'negative fund', detail: `${name} is ${kept}`, ids: [accountId] }] : []),
    ...(kept === entered
      ? []
      : [{ check: 'fund', detail: `${name} is ${kept}, entries say ${entered}`, ids: [accountId] }]),
  ]);
}

/** No key exceeded its cap. */
export function checkCaps({ caps, charges }: Evidence): Violation[] {
  const byCredential = groupBy(charges, ({ credentialId }) => credentialId);
  return caps.flatMap(({ credentialId, monthlyCap }) => {
    const taken = (byCredential.get(credentialId) ?? []).reduce((sum, { records }) => sum + records, 0);
    return taken > monthlyCap
      ? [{ check: 'cap', detail: `${taken} records of ${monthlyCap}`, ids: [credentialId] }]
      : [];
  });
}

/** Each payment is credited with its amount: once if its command succeeded, at most once otherwise. */
export function checkCredits({ topUps, credits }: Evidence): Violation[] {
  const byReference = groupBy(credits, ({ accountId, reference }) => `${accountId} ${reference}`);
  return topUps.flatMap(({ accountId, reference, micros, isConfirmed }) => {
    const own = byReference.get(`${accountId} ${reference}`) ?? [];
    const isRight =
      own.every((credit) => credit.micros === micros) &&
      own.length <= 1 &&
      (own.length === 1 || !isConfirmed);
    const amounts = own.map((credit) => credit.micros).join(', ') || 'nothing';
    return isRight
      ? []
      : [{ check: 'credit', detail: `${micros} credited as ${amounts}`, ids: [accountId, reference] }];
  });
}
