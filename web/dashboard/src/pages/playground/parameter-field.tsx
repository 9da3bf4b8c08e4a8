import { optionsOf, type CallField } from '@heliograph/contract';
import type { FilterOptions } from '@heliograph/dashboard-api';
import { useId } from 'react';
import { Checkbox, type ControlProps, Field, IconButton, Input, Select, TextArea } from '../../design';
import styles from './playground.module.css';
import { WithCode } from './with-code';

/** Where a value goes, if not into the URL. */
const PLACES: Partial<Record<CallField['in'], string>> = { body: 'body', header: 'header' };

interface ParameterFieldProps {
  field: CallField;
  value: string;
  error: string | null;
  /** The filters' values; undefined while they load. */
  options: FilterOptions | undefined;
  onChange: (value: string) => void;
  /** Absent for required parameters. */
  onRemove?: () => void;
}

/** One parameter, header, or body member: the control for its kind, with the contract's description. */
export function ParameterField({ field, value, error, options, onChange, onRemove }: ParameterFieldProps) {
  const { name, kind, description, isRequired } = field;
  const notes = [PLACES[field.in], isRequired && 'required'].filter(Boolean).join(', ');
  const label = (
    <>
      <code>{name}</code>
      {notes !== '' && <span className={styles.place}> {notes}</span>}
    </>
  );
  const hint = description === '' ? undefined : <WithCode text={description} />;
  return (
    <div className={styles.parameter} data-parameter={name}>
      {kind === 'flag' ? (
        <Checkbox
          label={label}
          hint={error ?? hint}
          checked={value === 'true'}
          onChange={(event) => onChange(event.target.checked ? 'true' : '')}
        />
      ) : (
        <Field label={label} hint={hint} error={error}>
          {(control) => (
            <Control control={control} field={field} value={value} options={options} onChange={onChange} />
          )}
        </Field>
      )}
      {onRemove && <IconButton icon="close" label={`Remove ${name}`} onClick={onRemove} />}
    </div>
  );
}

interface ControlsProps extends Pick<ParameterFieldProps, 'field' | 'value' | 'options' | 'onChange'> {
  control: ControlProps;
}

function Control({ control, field, value, options, onChange }: ControlsProps) {
  const { kind, example, minimum, maximum } = field;
  const typed = {
    ...control,
    value,
    placeholder: example,
    spellCheck: false,
    autoComplete: 'off',
  };
  if (kind === 'json') {
    return (
      <TextArea
        {...typed}
        rows={4}
        className={styles.json}
        onChange={(event) => onChange(event.target.value)}
      />
    );
  }
  if (kind === 'choice') {
    return (
      <Select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">Not set</option>
        {choicesOf(field, options, value).map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </Select>
    );
  }
  const isNumber = kind === 'integer' || kind === 'number';
  const input = (
    <Input
      {...typed}
      type={kind === 'date' ? 'date' : 'text'}
      inputMode={isNumber ? 'decimal' : undefined}
      // The range the API accepts; it reports values outside it itself.
      placeholder={
        isNumber && minimum !== undefined && maximum !== undefined ? `${minimum} to ${maximum}` : example
      }
      onChange={(event) => onChange(event.target.value)}
    />
  );
  const choices = choicesOf(field, options, '');
  if (choices.length === 0) return input;
  return (
    <>
      {input}
      <Choose field={field} value={value} choices={choices} onChange={onChange} />
    </>
  );
}

interface Choice {
  id: string;
  label: string;
}

/** The known values, plus an unknown one from the URL. */
function choicesOf(
  { choices = [], options: list }: CallField,
  options: FilterOptions | undefined,
  value: string,
): readonly Choice[] {
  const known = list && options ? optionsOf(options, list) : choices.map((id) => ({ id, label: id }));
  return value === '' || known.some(({ id }) => id === value)
    ? known
    : [...known, { id: value, label: value }];
}

/** Fills in a known value; for a list, appends it. */
function Choose({
  field: { name, kind },
  value,
  choices,
  onChange,
}: {
  field: CallField;
  value: string;
  choices: readonly Choice[];
  onChange: (value: string) => void;
}) {
  const id = useId();
  const items = itemsOf(value, kind);
  const left = choices.filter((choice) => !items.includes(choice.id));
  const choose = (chosen: string) => {
    if (chosen === '') return;
    if (kind === 'list') onChange([...items, chosen].join(','));
    else onChange(kind === 'json' ? JSON.stringify([...items, chosen]) : chosen);
  };
  return (
    <>
      <label htmlFor={id} className="visually-hidden">
        {kind === 'text' ? `A value for ${name}` : `Another value for ${name}`}
      </label>
      <Select id={id} value="" onChange={(event) => choose(event.target.value)}>
        <option value="">{kind === 'text' ? 'Choose a value' : 'Add a value'}</option>
        {left.map((choice) => (
          <option key={choice.id} value={choice.id}>
            {choice.label === choice.id ? choice.id : `${choice.label} (${choice.id})`}
          </option>
        ))}
      </Select>
    </>
  );
}

function itemsOf(value: string, kind: CallField['kind']): string[] {
  if (kind === 'text') return [];
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
