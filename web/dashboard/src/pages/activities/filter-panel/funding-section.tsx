import type { FormEvent } from 'react';
import { Button, Field, Input } from '../../../design';
import { formatWholeAmount, readAmount } from '../domain/amounts';
import { FieldsSection } from './fields-section';
import styles from './filter-panel.module.css';
import type { FilterProps, FilterPropsWithOptions } from './filter-props';
import { useDraft } from './use-draft';

/** The amount and round of a funding activity. */
export function FundingSection(props: FilterPropsWithOptions) {
  return (
    <FieldsSection {...props} title="Funding" section="funding">
      <AmountRange {...props} />
    </FieldsSection>
  );
}

function AmountRange({ filters, onChange, issueOf }: FilterProps) {
  const { fundingMin, fundingMax } = filters;
  const [draft, setDraft, isChanged] = useDraft({ fundingMin, fundingMax });
  const minimum = readAmount(draft.fundingMin);
  const maximum = readAmount(draft.fundingMax);
  const isReversed = Boolean(minimum && maximum) && Number(minimum) > Number(maximum);
  const isGood = minimum !== undefined && maximum !== undefined && !isReversed;
  const apply = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged && isGood) onChange({ fundingMin: minimum, fundingMax: maximum });
  };
  const notAnAmount = 'Enter an amount, such as 500000, 500k, or 2.5m.';
  return (
    <form onSubmit={apply} className={styles.stack}>
      <div className={styles.dates}>
        <Field
          label="At least"
          hint={meaning(draft.fundingMin, minimum)}
          error={
            minimum === undefined
              ? notAnAmount
              : isReversed
                ? 'This is more than the other amount.'
                : issueOf('fundingMin')
          }
        >
          {(control) => (
            <Input
              {...control}
              value={draft.fundingMin}
              placeholder="500k"
              maxLength={40}
              autoComplete="off"
              onChange={(event) => setDraft({ ...draft, fundingMin: event.target.value })}
            />
          )}
        </Field>
        <Field
          label="At most"
          hint={meaning(draft.fundingMax, maximum)}
          error={maximum === undefined ? notAnAmount : issueOf('fundingMax')}
        >
          {(control) => (
            <Input
              {...control}
              value={draft.fundingMax}
              placeholder="20m"
              maxLength={40}
              autoComplete="off"
              onChange={(event) => setDraft({ ...draft, fundingMax: event.target.value })}
            />
          )}
        </Field>
      </div>
      <div className={styles.apply}>
        <Button type="submit" size="small" disabled={!isChanged || !isGood}>
          Apply amounts
        </Button>
      </div>
    </form>
  );
}

/** The full value of an abbreviated or long amount; blank text reserves the space, so nothing jumps. */
function meaning(text: string, amount: string | undefined): string {
  return amount && text.trim() !== '' ? `= ${formatWholeAmount(Number(amount), undefined)}` : '\u00a0';
}
