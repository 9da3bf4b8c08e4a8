import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';
import { classNames } from './class-names';
import styles from './field.module.css';
import { Icon } from './icon';

/** Ties a control to its label, hint, and error. */
export interface ControlProps {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

interface FieldProps {
  label: ReactNode;
  /** Always shown below the label. */
  hint?: ReactNode;
  /** What is wrong and how to fix it. */
  error?: string | null;
  isOptional?: boolean;
  className?: string;
  /** Passes the control its ids: `{(control) => <Input {...control} … />}`. */
  children: (control: ControlProps) => ReactNode;
}

/** One control with its label, hint, and error. */
export function Field({ label, hint, error, isOptional, className, children }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={classNames(styles.field, className)}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {isOptional && <span className={styles.optional}> (optional)</span>}
      </label>
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

function FieldError({ id, error }: { id: string; error?: string | null }) {
  if (!error) return null;
  return (
    <p className={styles.error} id={id}>
      <Icon name="error" size={16} />
      <span>{error}</span>
    </p>
  );
}

interface InputProps extends InputHTMLAttributes<HTMLInputElement> {
  /** Shown inside the frame, before and after the input, such as "$". */
  prefix?: string;
  suffix?: string;
}

export function Input({ prefix, suffix, className, type = 'text', ...rest }: InputProps) {
  const input = <input {...rest} type={type} className={classNames(styles.input, className)} />;
  if (prefix === undefined && suffix === undefined) return input;
  return (
    <span className={styles.framed}>
      {prefix !== undefined && (
        <span className={styles.affix} aria-hidden="true">
          {prefix}
        </span>
      )}
      {input}
      {suffix !== undefined && (
        <span className={styles.affix} aria-hidden="true">
          {suffix}
        </span>
      )}
    </span>
  );
}

export function TextArea({ className, ...rest }: TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return <textarea rows={3} {...rest} className={classNames(styles.input, styles.area, className)} />;
}

export function Select({ className, children, ...rest }: SelectHTMLAttributes<HTMLSelectElement>) {
  return (
    <span className={styles.selectFrame}>
      <select {...rest} className={classNames(styles.input, styles.select, className)}>
        {children}
      </select>
      <Icon name="down" size={16} />
    </span>
  );
}

interface ChoiceProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  label: ReactNode;
  hint?: ReactNode;
}

function Choice({ type, label, hint, className, ...rest }: ChoiceProps & { type: 'checkbox' | 'radio' }) {
  const id = useId();
  return (
    <div className={classNames(styles.choice, className)}>
      <input
        {...rest}
        type={type}
        id={id}
        className={styles.box}
        aria-describedby={hint ? `${id}-hint` : rest['aria-describedby']}
      />
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className={styles.choiceHint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

export function Checkbox(props: ChoiceProps) {
  return <Choice {...props} type="checkbox" />;
}

/** For use inside a {@link FieldGroup}; radios of a group share a `name`. */
export function Radio(props: ChoiceProps) {
  return <Choice {...props} type="radio" />;
}

interface FieldGroupProps {
  legend: ReactNode;
  hint?: ReactNode;
  error?: string | null;
  className?: string;
  children: ReactNode;
}

/** Several checkboxes or radio buttons that answer one question. */
export function FieldGroup({ legend, hint, error, className, children }: FieldGroupProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <fieldset
      className={classNames(styles.field, className)}
      aria-describedby={described || undefined}
      data-invalid={error ? true : undefined}
    >
      <legend className={styles.label}>{legend}</legend>
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div className={styles.choices}>{children}</div>
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  );
}

interface SegmentsProps<Value extends string> {
  /** What is being chosen, for screen readers: "Stack by". */
  label: string;
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** A few mutually exclusive choices side by side: radio buttons that look like a switch. */
export function Segments<Value extends string>({ label, options, value, onChange }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.segments} aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={styles.segment}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** Stacked fields; with `columns`, side by side if there is room. */
export function FieldStack({ columns, children }: { columns?: boolean; children: ReactNode }) {
  return <div className={classNames(styles.stack, columns && styles.columns)}>{children}</div>;
}
