import { SEARCH_PARAMETERS } from '@heliograph/contract';
import type { Option } from '@heliograph/dashboard-api';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { classNames, type ControlProps, Icon, Input, isOfInputMethod } from '../../../design';
import { CountedLabel } from '../filter-panel/counted-label';
import styles from './combobox.module.css';
import { noteOf, statusOf, withTyped, type CountedOption, type Matches } from './matches';
import { comparable } from './option-index';

/** As long as the longest value of a filter. */
const MAXIMUM_LENGTH = SEARCH_PARAMETERS.company.maximum;

export interface ComboboxProps {
  /** Passed by the field around it. */
  control: ControlProps;
  /** Names the list of options. */
  label: string;
  text: string;
  /** The options for the text. */
  matches: Matches;
  onText: (text: string) => void;
  /** Chosen identifiers, marked in the list. */
  chosen: readonly string[];
  /** Called when an option is chosen or unchosen. */
  onToggle: (option: Option) => void;
  /** How many activities match an option; the option's own count by default. */
  countOf?: (id: string) => number | undefined;
  /** Keeps the list open, because several options can be chosen. */
  isMultiple?: boolean;
  /** Lets the user choose typed text that is not an option. */
  toNewOption?: (text: string) => Option | undefined;
  placeholder?: string;
}

/**
 * A text field that narrows a list of options: the editable combobox with list autocomplete from the ARIA Authoring
 * Practices. Focus stays in the field; arrow keys move within the list, Enter chooses, Escape closes.
 */
export function Combobox({
  control,
  label,
  text,
  matches: found,
  onText,
  chosen,
  onToggle,
  countOf,
  isMultiple = false,
  toNewOption,
  placeholder,
}: ComboboxProps) {
  const [isOpen, setOpen] = useState(false);
  // An id rather than an index: options may change under the cursor.
  const [activeId, setActiveId] = useState<string>();
  const list = useRef<HTMLUListElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const id = useId();

  const matches = useMemo(
    () => withTyped(found, toNewOption?.(text.trim()), comparable),
    [found, text, toNewOption],
  );
  const { shown } = matches;
  const active = isOpen ? shown.findIndex((option) => option.id === activeId) : -1;
  const chosenIds = useMemo(() => new Set(chosen), [chosen]);

  useEffect(() => {
    if (active >= 0) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  useEffect(() => {
    if (isOpen) popup.current?.scrollIntoView({ block: 'nearest' });
    // The list grows as suggestions arrive.
  }, [isOpen, shown.length]);

  const close = () => {
    setOpen(false);
    setActiveId(undefined);
  };
  const choose = (option: Option) => {
    onToggle(option);
    onText('');
    if (isMultiple) setActiveId(undefined);
    else close();
  };
  const open = (first?: CountedOption) => {
    setOpen(true);
    setActiveId(first?.id);
  };
  const moveTo = (next: number) => setActiveId(shown.at(shown.length === 0 ? 0 : next % shown.length)?.id);
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOfInputMethod(event.nativeEvent)) return;
    if (event.key === 'ArrowDown') {
      if (isOpen) moveTo(active + 1);
      else open(shown[0]);
    } else if (event.key === 'ArrowUp') {
      if (isOpen) moveTo(Math.max(active, 0) - 1);
      else open();
    } else if (event.key === 'Enter') {
      // With nothing highlighted, Enter takes a single match, but never one for earlier text.
      const single = matches.state !== 'waiting' && shown.length === 1 ? shown[0] : undefined;
      const meant = isOpen ? (shown[active] ?? single) : undefined;
      if (!meant && !isOpen && text === '') return;
      if (meant) choose(meant);
    } else if (event.key === 'Escape' && (isOpen || text !== '')) {
      if (!isOpen) onText('');
      close();
      // Keeps a surrounding dialog open.
      event.stopPropagation();
    } else return;
    event.preventDefault();
  };

  const note = noteOf(matches, text);
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
        aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
        maxLength={MAXIMUM_LENGTH}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={text}
        onChange={(event) => {
          onText(event.target.value);
          open();
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
          aria-busy={matches.state === 'waiting' || undefined}
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
              // Keeps the focus in the field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
            >
              <span className={styles.mark} aria-hidden="true">
                {chosenIds.has(option.id) && <Icon name="check" size={16} />}
              </span>
              <span className={styles.label}>
                <CountedLabel label={option.label} count={countOf ? countOf(option.id) : option.count} />
              </span>
            </li>
          ))}
        </ul>
        {note !== undefined && <p className={styles.note}>{note}</p>}
      </div>
      <span className="visually-hidden" role="status">
        {isOpen ? statusOf(matches, text) : ''}
      </span>
    </div>
  );
}
