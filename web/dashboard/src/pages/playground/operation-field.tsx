import { CALL_NAMES, callOf, describedCall, type CallName } from '@heliograph/contract';
import { Field, Select } from '../../design';
import { splitDescription } from './domain/description';
import styles from './playground.module.css';
import { WithCode } from './with-code';

/** Groups of calls, as in the API reference. */
const TAGS = [...new Set(CALL_NAMES.map((name) => describedCall(name).tag))];

interface OperationFieldProps {
  name: CallName;
  onChange: (name: CallName) => void;
}

/** The choice of an operation, with its description. */
export function OperationField({ name, onChange }: OperationFieldProps) {
  const description = splitDescription(describedCall(name).description);
  return (
    <>
      <Field label="Operation" hint={<WithCode text={description.shown} />}>
        {(control) => (
          <Select {...control} value={name} onChange={(event) => onChange(event.target.value as CallName)}>
            {TAGS.map((tag) => (
              <optgroup key={tag} label={tag}>
                {CALL_NAMES.filter((each) => describedCall(each).tag === tag).map((each) => (
                  <option key={each} value={each}>
                    {callOf(each).title}
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
        )}
      </Field>
      {description.more !== '' && (
        <details key={name} className={styles.more}>
          <summary>More</summary>
          <WithCode text={description.more} />
        </details>
      )}
    </>
  );
}
