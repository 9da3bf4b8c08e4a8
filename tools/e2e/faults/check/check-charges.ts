import { logicalIdOf, type LogicalRequest, type Violation } from '../load/journal';
import { groupBy } from './group-by';
import type { Charge, Evidence } from './evidence';

const MICROS_PER_RECORD = 5_000n;

/** Every 200 is charged once, for the records it held; nothing else is charged. */
export function checkCharges(evidence: Evidence): Violation[] {
  const { requests } = evidence;
  const byRequest = groupBy(ofRequests(evidence), ({ requestId }) => logicalIdOf(requestId));
  const violations = requests.flatMap((request) => {
    const own = byRequest.get(request.id) ?? [];
    byRequest.delete(request.id);
    return checkRequest(request, own);
  });
  for (const [id, unasked] of byRequest) {
    violations.push(violation('charge without a request', `${unasked.length} for "${id}"`, id, unasked));
  }
  return violations;
}

function checkRequest(request: LogicalRequest, charges: readonly Charge[]): Violation[] {
  const { id, outcome, pathAndQuery } = request;
  const found = (check: string, detail: string) => [
    violation(check, `${detail}: ${pathAndQuery}`, id, charges),
  ];
  switch (outcome?.kind) {
    case undefined:
      return found('no definite answer', `charged ${charges.length} times`);
    case 'wrong':
      return found('wrong answer', `${outcome.status} ${outcome.code}, charged ${charges.length} times`);
    case 'refused':
      return charges.length > 0 ? found('charged although refused', `402 ${outcome.code}`) : [];
    case 'limited':
      return charges.length > 0 ? found('charged although limited', '429') : [];
    case 'answered': {
      const [charge, ...more] = charges;
      if (!charge) return found('answered without a charge', `${outcome.records} records`);
      if (more.length > 0) return found('charged more than once', `${charges.length} times`);
      if (charge.records !== outcome.records) {
        return found('wrong charge', `${charge.records} records, answered ${outcome.records}`);
      }
      if (charge.credentialId !== request.credentialId || charge.accountId !== request.accountId) {
        return found('wrong charge', 'of another account or credential');
      }
      return [];
    }
  }
}

/** Each charge is paid in full, and the part from the balance at the right price. */
export function checkPayment({ charges }: Evidence): Violation[] {
  return charges
    .filter(
      ({ records, grantedRecords, prepaidRecords, prepaidMicros }) =>
        records !== grantedRecords + prepaidRecords ||
        prepaidMicros !== BigInt(prepaidRecords) * MICROS_PER_RECORD,
    )
    .map((charge) =>
      violation(
        'wrong payment',
        `${charge.records} records, ${charge.grantedRecords} granted, ${charge.prepaidRecords} prepaid with ${charge.prepaidMicros}`,
        charge.requestId,
        [charge],
      ),
    );
}

/** For each credential: as many charges as 200s, and as many records as these held. */
export function checkCredentials(evidence: Evidence): Violation[] {
  const { requests } = evidence;
  const answered = totalsByCredential(
    requests.flatMap(({ credentialId, outcome }) =>
      outcome?.kind === 'answered' ? [{ credentialId, records: outcome.records }] : [],
    ),
  );
  const charged = totalsByCredential(ofRequests(evidence));
  return [...new Set([...answered.keys(), ...charged.keys()])]
    .filter((id) => answered.get(id) !== charged.get(id))
    .map((id) => ({
      check: 'credential',
      detail: `answered ${answered.get(id) ?? 'nothing'}, charged ${charged.get(id) ?? 'nothing'}`,
      ids: [id],
    }));
}

/** Charges other than for webhooks. */
function ofRequests({ charges, webhooks }: Evidence): Charge[] {
  return charges.filter(({ accountId }) => accountId !== webhooks.accountId);
}

function totalsByCredential(
  items: readonly { credentialId: string; records: number }[],
): Map<string, string> {
  return new Map(
    [...groupBy(items, ({ credentialId }) => credentialId)].map(([id, own]) => [
      id,
      `${own.length} requests with ${own.reduce((sum, { records }) => sum + records, 0)} records`,
    ]),
  );
}

function violation(check: string, detail: string, id: string, charges: readonly Charge[]): Violation {
  return { check, detail, ids: [id, ...charges.map((charge) => charge.id)] };
}
