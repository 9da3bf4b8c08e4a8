import type { SuggestionKind } from '@heliograph/contract';
import type { Option } from '@heliograph/dashboard-api';
import { useState } from 'react';
import { Button, Checkbox, Field, FieldGroup } from '../../../design';
import { ListCombobox } from '../combobox/list-combobox';
import { SuggestCombobox } from '../combobox/suggest-combobox';
import { ChosenList } from './chosen-list';
import { CountedLabel } from './counted-label';
import styles from './filter-panel.module.css';
import { areFew, firstOptions } from './first-options';

/** Up to this many options are checkboxes; beyond that, a searchable list. */
const MAXIMUM_CHECKBOXES = 24;

interface OptionsFieldProps {
  label: string;
  /** The heading above already serves as the label. */
  isLabelHidden?: boolean;
  hint?: string;
  error?: string;
  /** All options; with `suggests`, the ones offered before anything is typed. */
  options: readonly Option[];
  /** Uses the data API's suggestions for the typed words instead of searching `options`. */
  suggests?: SuggestionKind;
  chosen: readonly string[];
  /** How many activities an option would find, if known. */
  countOf?: (id: string) => number | undefined;
  /** The search the counts belong to; undefined until known. */
  countedSearch?: string;
  /** The limit of the data API's parameter. */
  maximumItems?: number;
  toNewOption?: (text: string) => Option | undefined;
  placeholder?: string;
  onChange: (chosen: string[]) => void;
}

/** A choice of several options: checkboxes if there are few, else a searchable list with the chosen ones below. */
export function OptionsField({
  label,
  isLabelHidden = false,
  hint,
  error,
  options,
  suggests,
  chosen,
  countOf,
  countedSearch,
  maximumItems = 50,
  toNewOption,
  placeholder = 'Type to search',
  onChange,
}: OptionsFieldProps) {
  const toggle = (id: string) => {
    if (chosen.includes(id)) onChange(chosen.filter((other) => other !== id));
    else if (chosen.length < maximumItems) onChange([...chosen, id]);
  };
  const heading = isLabelHidden ? <span className="visually-hidden">{label}</span> : label;

  if (!toNewOption && options.length <= MAXIMUM_CHECKBOXES) {
    return (
      <FieldGroup legend={heading} hint={hint} error={error}>
        <Checkboxes
          options={options}
          chosen={chosen}
          countOf={countOf}
          countedSearch={countedSearch}
          onToggle={toggle}
        />
      </FieldGroup>
    );
  }
  const isFull = chosen.length >= maximumItems;
  const combobox = {
    label,
    options,
    chosen,
    countOf,
    isMultiple: true,
    toNewOption: isFull ? undefined : toNewOption,
    placeholder,
    onToggle: (option: Option) => toggle(option.id),
  };
  return (
    <div>
      <Field
        label={heading}
        hint={isFull ? `You can choose up to ${maximumItems}. Remove one to choose another.` : hint}
        error={error}
      >
        {(control) =>
          suggests ? (
            <SuggestCombobox {...combobox} control={control} kind={suggests} />
          ) : (
            <ListCombobox {...combobox} control={control} />
          )
        }
      </Field>
      <ChosenList
        label={label}
        items={chosen.map((id) => ({
          key: id,
          text: options.find((option) => option.id === id)?.label ?? id,
          onRemove: () => toggle(id),
        }))}
      />
    </div>
  );
}

function Checkboxes({
  options,
  chosen,
  countOf,
  countedSearch,
  onToggle,
}: {
  options: readonly Option[];
  chosen: readonly string[];
  countOf: ((id: string) => number | undefined) | undefined;
  countedSearch: string | undefined;
  onToggle: (id: string) => void;
}) {
  const [isWhole, setWhole] = useState(areFew(options));
  const choose = () => ({ of: countedSearch, ids: firstOptions(options, chosen, countOf) });
  // Choose them once per search, so that rows stay put while boxes are changed.
  const [first, setFirst] = useState(choose);
  const added = options.filter(({ id }) => chosen.includes(id) && !first.ids.has(id));
  if (countedSearch !== undefined && countedSearch !== first.of) setFirst(choose);
  else if (added.length > 0)
    setFirst({ ...first, ids: new Set([...first.ids, ...added.map(({ id }) => id)]) });
  const known = new Set(options.map(({ id }) => id));
  // Options from the URL stay visible and removable even if the filter options lack them.
  const unknown = chosen.filter((id) => !known.has(id)).map((id) => ({ id, label: id }));
  const shown = options.filter(({ id }) => isWhole || first.ids.has(id));
  return (
    <>
      {[...shown, ...unknown].map((option) => (
        <Checkbox
          key={option.id}
          label={<CountedLabel label={option.label} count={countOf?.(option.id)} />}
          checked={chosen.includes(option.id)}
          onChange={() => onToggle(option.id)}
        />
      ))}
      {!areFew(options) && (
        <div>
          <Button
            kind="quiet"
            size="small"
            className={styles.all}
            aria-expanded={isWhole}
            onClick={() => {
              if (isWhole) setFirst(choose);
              setWhole(!isWhole);
            }}
          >
            {isWhole ? 'Show fewer' : `Show all ${options.length}`}
          </Button>
        </div>
      )}
    </>
  );
}
