import type { Option } from '@heliograph/dashboard-api';
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react';
import { classNames, type ControlProps, formatCount, Icon, Input } from '../../../design';
import styles from './combobox.module.css';
import { comparable, indexOptions, matchOptions } from './option-index';

/** A list may have tens of thousands of options; so many are in the page at once. */
const SHOWN_AT_ONCE = 60;

interface ComboboxProps {
  /** From the field that it stands in. */
  control: ControlProps;
  /** Names the list of options. */
  label: string;
  options: readonly Option[];
  /** Identifiers that are chosen, marked in the list. */
  chosen: readonly string[];
  /** An option was chosen, or chosen again. */
  onToggle: (option: Option) => void;
  /** The list stays open, as several are chosen. */
  isMultiple?: boolean;
  /** What is typed may be chosen although it is no option. */
  toNewOption?: (text: string) => Option | undefined;
  placeholder?: string;
}

/**
 * A text field that narrows a list of options: the editable combobox with list autocomplete of the ARIA Authoring
 * Practices. The focus stays in the field; the arrow keys move within the list, Enter chooses, Escape closes.
 */
export function Combobox({
  control,
  label,
  options,
  chosen,
  onToggle,
  isMultiple = false,
  toNewOption,
  placeholder,
}: ComboboxProps) {
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const list = useRef<HTMLUListElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const id = useId();

  const index = useMemo(() => indexOptions(options), [options]);
  const sought = useDeferredValue(text);
  const matches = useMemo(
    () => (isOpen ? matchOptions(index, sought, SHOWN_AT_ONCE) : { shown: [], total: 0 }),
    [index, sought, isOpen],
  );
  const shown = useMemo(() => {
    const added = toNewOption?.(sought.trim());
    const isThere = added && matches.shown.some((option) => comparable(option.id) === comparable(added.id));
    return added && !isThere ? [...matches.shown, added] : matches.shown;
  }, [matches, sought, toNewOption]);
  const chosenIds = useMemo(() => new Set(chosen), [chosen]);

  useEffect(() => {
    if (active >= 0) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  useEffect(() => {
    if (isOpen) popup.current?.scrollIntoView({ block: 'nearest' });
  }, [isOpen]);

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const choose = (option: Option) => {
    onToggle(option);
    setText('');
    if (isMultiple) setActive(-1);
    else close();
  };
  const open = (first: number) => {
    setOpen(true);
    setActive(first);
  };
  const moveTo = (next: number) => setActive(shown.length === 0 ? -1 : (next + shown.length) % shown.length);
  const onKeyDown = (event: KeyboardEvent) => {
    // The key belongs to an input method that composes a word.
    if (event.nativeEvent.isComposing) return;
    const isListed = isOpen && shown.length > 0;
    if (event.key === 'ArrowDown') {
      if (isOpen) moveTo(active + 1);
      else open(0);
    } else if (event.key === 'ArrowUp') {
      if (isOpen) moveTo(active < 0 ? shown.length - 1 : active - 1);
      else open(-1);
    } else if (event.key === 'Enter') {
      // A single match, or a new text, is meant when nothing is marked.
      const meant = isListed ? (shown[active] ?? (shown.length === 1 ? shown[0] : undefined)) : undefined;
      if (!meant && !isOpen && text === '') return;
      if (meant) choose(meant);
    } else if (event.key === 'Escape' && (isOpen || text !== '')) {
      if (!isOpen) setText('');
      close();
      // A dialog around it stays.
      event.stopPropagation();
    } else return;
    event.preventDefault();
  };

  const hidden = matches.total - matches.shown.length;
  return (
    <div
      className={styles.combobox}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) close();
      }}
    >
      <Input
        {...control}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={isOpen && shown[active] ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          open(-1);
        }}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
      />
      <span className={styles.arrow} aria-hidden="true">
        <Icon name="down" size={16} />
      </span>
      <div ref={popup} className={styles.popup} hidden={!isOpen}>
        <ul
          ref={list}
          id={`${id}-list`}
          role="listbox"
          aria-label={label}
          aria-multiselectable={isMultiple || undefined}
          hidden={shown.length === 0}
          className={styles.list}
        >
          {shown.map((option, position) => (
            <li
              key={option.id}
              id={`${id}-${position}`}
              role="option"
              aria-selected={chosenIds.has(option.id)}
              className={classNames(styles.option, position === active && styles.active)}
              // The focus stays in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
            >
              <span className={styles.mark} aria-hidden="true">
                {chosenIds.has(option.id) && <Icon name="check" size={16} />}
              </span>
              <bdi className={styles.label}>{option.label}</bdi>
            </li>
          ))}
        </ul>
        {shown.length === 0 && <p className={styles.note}>Nothing matches.</p>}
        {hidden > 0 && (
          <p className={styles.note}>
            {formatCount(hidden)} more {text === '' ? '– type to find one' : '– keep typing to narrow'}
          </p>
        )}
      </div>
      <span className="visually-hidden" role="status">
        {isOpen ? `${formatCount(matches.total)} ${matches.total === 1 ? 'match' : 'matches'}` : ''}
      </span>
    </div>
  );
}
