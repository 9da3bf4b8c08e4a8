import { PAGE_SIZE, useSearchesLeft } from '../../../api/activities';
import { Button, ButtonLink, EmptyState, formatDollars, formatQuantity } from '../../../design';
import { useMayOpen } from '../../../layout/use-may-open';
import { costOf } from '../domain/cost';

/** Shown before the first search that costs money: says what it may cost. */
export function CostOfSearch({ onSearch, onBrowse }: { onSearch: () => void; onBrowse: () => void }) {
  const { data } = useSearchesLeft();
  const mayOpen = useMayOpen('/billing');
  const price = data?.prepaid.pricePerRecord ?? '0';
  const most = formatDollars(costOf(PAGE_SIZE, price));
  return (
    <EmptyState
      icon="card"
      title={`This search will cost up to ${formatQuantity(PAGE_SIZE, 'record')} (${most})`}
      action={
        <>
          <Button kind="primary" onClick={onSearch}>
            Search for up to {most}
          </Button>
          <Button onClick={onBrowse}>Browse without words</Button>
          {mayOpen && (
            <ButtonLink to="/billing" kind="quiet">
              Billing
            </ButtonLink>
          )}
        </>
      }
    >
      <p>
        This month’s free searches are used up, and you chose to pay for more from your prepaid balance:{' '}
        {formatDollars(price)} for each activity shown, so an empty result is free. Each further page costs as
        much again; a page that you open again costs nothing. You are asked once a month.
      </p>
    </EmptyState>
  );
}
