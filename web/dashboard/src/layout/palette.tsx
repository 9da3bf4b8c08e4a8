import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { classNames, DialogBody, Icon, Input, isOfInputMethod } from '../design';
import { navigationOf, type Roles } from './navigation';
import styles from './palette.module.css';

interface PaletteProps extends Roles {
  onClose: () => void;
}

/** Finds a page by part of its name: a combobox whose list is always open (ARIA practices). */
export function Palette({ onClose, ...roles }: PaletteProps) {
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const navigate = useNavigate();
  const list = useRef<HTMLUListElement>(null);
  const id = useId();
  const wanted = text.trim().toLowerCase();
  const pages = navigationOf(roles).flatMap(({ label: group, items }) =>
    items
      .filter(({ label }) => `${group} ${label}`.toLowerCase().includes(wanted))
      .map((item) => ({ ...item, group })),
  );

  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  const go = (path: string) => {
    onClose();
    void navigate(path);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOfInputMethod(event.nativeEvent)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && pages.length > 0) {
      event.preventDefault();
      setActive((active + step + pages.length) % pages.length);
    }
    const page = pages[active];
    if (event.key === 'Enter' && page) {
      event.preventDefault();
      go(page.path);
    }
  };

  return (
    <DialogBody>
      <div className={styles.field}>
        <Input
          data-autofocus
          role="combobox"
          aria-label="Page"
          aria-expanded
          aria-controls={id}
          aria-activedescendant={pages[active] && `${id}-${active}`}
          autoComplete="off"
          placeholder="Go to a page"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <ul ref={list} id={id} role="listbox" aria-label="Pages" className={styles.pages}>
        {pages.map(({ path, label, icon, group }, index) => (
          <li
            key={path}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            className={classNames(styles.page, index === active && styles.active)}
            onClick={() => go(path)}
          >
            <Icon name={icon} size={18} />
            <span className={styles.label}>{label}</span>
            <span className={styles.group}>{group}</span>
          </li>
        ))}
      </ul>
      <p role="status" className={styles.none}>
        {pages.length === 0 && 'No matching pages.'}
      </p>
    </DialogBody>
  );
}
