import { callOf, describedCall, type CallField, type CallName } from '@heliograph/contract';
import { useEffect, useRef, useState } from 'react';
import { useFilterOptions } from '../../api/activities';
import { Field, Select } from '../../design';
import { ParameterField } from './parameter-field';
import styles from './playground.module.css';

interface ParametersProps {
  name: CallName;
  values: Readonly<Record<string, string>>;
  issueOf: (parameter: string) => string | null;
  onChange: (parameter: string, value: string) => void;
}

const isHeader = (field: CallField) => field.in === 'header';

/** What can be added, under the list's headings. */
const PLACES = [
  ['Parameters', (field: CallField) => field.in === 'query' || field.in === 'path'],
  ['Body', (field: CallField) => field.in === 'body'],
  ['Headers', isHeader],
] as const;

/** The parameters, body members, and headers in use, and a list to add more from. */
export function Parameters({ name, values, issueOf, onChange }: ParametersProps) {
  const { data: options } = useFilterOptions();
  const [opened, setOpened] = useState<ReadonlySet<string>>(() => {
    const { starts, shows = [] } = callOf(name);
    return new Set([...Object.keys(starts), ...shows]);
  });
  const added = useRef<string | null>(null);
  const { fields } = describedCall(name);
  const isShown = (parameter: string) =>
    opened.has(parameter) || (values[parameter] ?? '') !== '' || issueOf(parameter) !== null;
  const shown = fields.filter((field) => field.isRequired || isShown(field.name));
  const others = fields.filter((field) => !shown.includes(field));

  useEffect(() => {
    if (added.current === null) return;
    const selector = `[data-parameter="${added.current}"] :is(input, textarea, select)`;
    document.querySelector<HTMLElement>(selector)?.focus();
    added.current = null;
  }, [opened]);

  return (
    <>
      {shown.length === 0 && others.length === 0 && <p className={styles.note}>It has no parameters.</p>}
      {shown.map((field) => (
        <ParameterField
          key={field.name}
          field={field}
          value={values[field.name] ?? ''}
          error={issueOf(field.name)}
          options={options}
          onChange={(value) => {
            // An emptied field stays until it is removed.
            setOpened((before) => new Set([...before, field.name]));
            onChange(field.name, value);
          }}
          onRemove={
            field.isRequired
              ? undefined
              : () => {
                  setOpened((before) => new Set([...before].filter((each) => each !== field.name)));
                  onChange(field.name, '');
                }
          }
        />
      ))}
      {others.length > 0 && (
        <Field label={`Add a parameter${others.some(isHeader) ? ' or header' : ''}`}>
          {(control) => (
            <Select
              {...control}
              value=""
              onChange={(event) => {
                added.current = event.target.value;
                setOpened((before) => new Set([...before, event.target.value]));
              }}
            >
              <option value="">Choose one</option>
              {PLACES.map(([label, isIn]) => [label, others.filter(isIn)] as const)
                .filter(([, fields]) => fields.length > 0)
                .map(([label, fields]) => (
                  <optgroup key={label} label={label}>
                    {fields.map((field) => (
                      <option key={field.name} value={field.name}>
                        {field.name}
                      </option>
                    ))}
                  </optgroup>
                ))}
            </Select>
          )}
        </Field>
      )}
    </>
  );
}
