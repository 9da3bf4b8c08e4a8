import { type FormEvent, useState } from 'react';
import { Button } from './button';
import { Field, Input } from './field';
import styles from './find-form.module.css';

interface FindFormProps {
  label: string;
  placeholder: string;
  maxLength: number;
  /** The text in effect. */
  value: string;
  /** Receives the trimmed text; '' to show everything. */
  onFind: (text: string) => void;
  className?: string | undefined;
}

/** Searches for the text on Enter or when the button is pressed. */
export function FindForm({ label, placeholder, maxLength, value, onFind, className }: FindFormProps) {
  const [text, setText] = useState(value);
  const [applied, setApplied] = useState(value);
  if (applied !== value) {
    setApplied(value);
    setText(value);
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onFind(text.trim());
  };
  return (
    <form onSubmit={submit} className={className}>
      <Field label={label}>
        {(control) => (
          <div className={styles.row}>
            <Input
              {...control}
              type="search"
              value={text}
              placeholder={placeholder}
              maxLength={maxLength}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => setText(event.target.value)}
            />
            <Button type="submit" icon="search">
              Find
            </Button>
          </div>
        )}
      </Field>
    </form>
  );
}
