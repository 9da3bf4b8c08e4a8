import { SEARCH_GROUPS } from '@heliograph/contract';
import { Button, Field, Input, isOfInputMethod } from '../../../design';
import { ChosenList } from '../filter-panel/chosen-list';
import { addTyped, type DraftGroup, type TermList } from './draft-groups';
import styles from './groups.module.css';

interface TermListFieldProps {
  group: DraftGroup;
  list: TermList;
  label: string;
  placeholder: string;
  onChange: (change: Partial<DraftGroup>) => void;
}

/** Enters words and phrases, one at a time. */
export function TermListField({ group, list, label, placeholder, onChange }: TermListFieldProps) {
  const text = group.typed[list];
  const add = () => onChange(addTyped(group, list));
  return (
    <div>
      <Field label={label}>
        {(control) => (
          <div className={styles.row}>
            <Input
              {...control}
              value={text}
              placeholder={placeholder}
              maxLength={SEARCH_GROUPS.termLength}
              autoComplete="off"
              onChange={(event) => onChange({ typed: { ...group.typed, [list]: event.target.value } })}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || isOfInputMethod(event.nativeEvent)) return;
                event.preventDefault();
                add();
              }}
            />
            <Button disabled={text.trim() === ''} onClick={add}>
              Add
            </Button>
          </div>
        )}
      </Field>
      <ChosenList
        label={label}
        items={group[list].map((term) => ({
          key: term,
          text: term,
          onRemove: () => onChange({ [list]: group[list].filter((other) => other !== term) }),
        }))}
      />
    </div>
  );
}
