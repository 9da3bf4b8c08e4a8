import { useSearchesLeft } from '../../../api/activities';
import { useBilling } from '../../../api/billing';
import { useMay } from '../../../api/members';
import { serverNow } from '../../../api/server-clock';
import { Button, ButtonLink, EmptyState, formatDollars, UtcTime } from '../../../design';
import { nextMonthStart } from '../domain/next-month-start';

/** Shown when the month's searches are used up: how to keep searching, and what stays free. */
export function SearchesUsed({ onBrowse, onShare }: { onBrowse: () => void; onShare: () => void }) {
  const { data: left } = useSearchesLeft();
  const canPay = useMay('setPrepaidUse');
  const { data: billing } = useBilling(canPay);
  const offer = billing?.plan.current ? null : billing?.plan.offer;
  const isPoor = left?.prepaid.isChosen ?? false;
  return (
    <EmptyState
      icon="search"
      title={isPoor ? 'Your balance does not cover this search' : 'You have used all searches for this month'}
      action={
        <>
          {canPay && (
            <ButtonLink to="/billing" kind="primary">
              {isPoor ? 'Top up' : 'See how to keep searching'}
            </ButtonLink>
          )}
          <Button onClick={onBrowse}>Browse without words</Button>
          <Button kind="quiet" onClick={onShare}>
            This search in the API or CLI
          </Button>
        </>
      }
    >
      <p>
        Free accounts have {left?.web?.granted ?? 'some'} searches a month here; the count resets on{' '}
        <UtcTime at={nextMonthStart(new Date(serverNow())).toISOString()} />. To keep searching before then,{' '}
        {isPoor ? 'top up your prepaid balance' : 'let your prepaid balance pay for searches'}
        {left && <> ({formatDollars(left.prepaid.pricePerRecord)} for each activity shown)</>}
        {offer && <>, or subscribe for {formatDollars(offer.price)} a month and search without limit</>}.
        Browsing and filtering stay free: remove the words and keep every filter.
      </p>
    </EmptyState>
  );
}
