import { useRef } from 'react';
import { Icon, keepFocusNearby } from '../../../design';
import styles from './chosen-list.module.css';

interface ChosenItem {
  key: string;
  /** The item's kind, announced before its text. */
  kind?: string;
  text: string;
  onRemove: () => void;
}

/** Chosen items, each with a remove button. Removing one focuses the next; the last one, the field beside the list. */
export function ChosenList({ label, items }: { label: string; items: readonly ChosenItem[] }) {
  const list = useRef<HTMLUListElement>(null);
  if (items.length === 0) return null;

  const remove = (item: ChosenItem, position: number) => {
    const buttons = list.current?.querySelectorAll<HTMLElement>('button') ?? [];
    const field = list.current?.parentElement?.querySelector('input');
    const next = buttons[position + 1] ?? buttons[position - 1] ?? field;
    if (next) next.focus();
    else keepFocusNearby();
    item.onRemove();
  };
  return (
    <ul className={styles.list} ref={list} aria-label={`${label}: chosen`}>
      {items.map((item, position) => (
        <li key={item.key} className={styles.item}>
          <span className={styles.text}>
            {item.kind && <span className={styles.kind}>{item.kind}: </span>}
            <bdi>{item.text}</bdi>
          </span>
          <button
            type="button"
            className={styles.remove}
            aria-label={`Remove ${item.kind ? `${item.kind}: ` : ''}${item.text}`}
            onClick={() => remove(item, position)}
          >
            <Icon name="close" size={14} />
          </button>
        </li>
      ))}
    </ul>
  );
}
