import { type FormEvent, useState } from 'react';
import { Button } from './button';
import { Field, Input } from './field';
import styles from './find-form.module.css';

interface FindFormProps {
  label: string;
  placeholder: string;
  maxLength: number;
  /** What is shown now. Use it as the form's key too, so that the form follows it. */
  value: string;
  /** Gets the trimmed text; '' to show everything. */
  onFind: (text: string) => void;
  className?: string | undefined;
}

/** Finds what a text names, on Enter or by its button. */
export function FindForm({ label, placeholder, maxLength, value, onFind, className }: FindFormProps) {
  const [text, setText] = useState(value);
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
