import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { classNames } from './class-names';
import styles from './code-block.module.css';
import { CopyButton } from './copy-button';

export interface CodeTab {
  /** "curl", "CLI", "TypeScript" */
  label: string;
  code: string;
}

interface CodeBlockProps {
  /** What the code is, for screen readers: "First request". */
  label: string;
  /** One or more variants of the same code; more than one shows tabs. */
  tabs: readonly CodeTab[];
  /** Wraps long lines instead of scrolling. */
  isWrapped?: boolean;
}

/** Code to copy, in one or more languages. */
export function CodeBlock({ label, tabs, isWrapped }: CodeBlockProps) {
  const [chosen, setChosen] = useState(0);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const tab = tabs[chosen] ?? tabs[0];
  if (!tab) return null;
  const hasTabs = tabs.length > 1;

  const moveBy = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (chosen + step + tabs.length) % tabs.length;
    setChosen(next);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };

  return (
    <div className={styles.block}>
      <div className={styles.bar}>
        {hasTabs ? (
          <div role="tablist" aria-label={label} ref={list} className={styles.tabs} onKeyDown={moveBy}>
            {tabs.map((each, index) => (
              <button
                key={each.label}
                type="button"
                role="tab"
                id={`${id}-tab-${index}`}
                aria-selected={index === chosen}
                aria-controls={`${id}-panel`}
                tabIndex={index === chosen ? 0 : -1}
                className={classNames(styles.tab, index === chosen && styles.chosen)}
                onClick={() => setChosen(index)}
              >
                {each.label}
              </button>
            ))}
          </div>
        ) : (
          <span className={styles.name}>{tab.label}</span>
        )}
        <div className={styles.copy}>
          <CopyButton key={chosen} text={tab.code} kind="quiet" />
        </div>
      </div>
      <pre
        className={classNames(styles.code, isWrapped && styles.wrapped)}
        id={`${id}-panel`}
        // It scrolls, so it must be focusable; with tabs it is their panel.
        tabIndex={0}
        {...(hasTabs
          ? { role: 'tabpanel', 'aria-labelledby': `${id}-tab-${chosen}` }
          : { role: 'region', 'aria-label': label })}
      >
        <code>{tab.code}</code>
      </pre>
    </div>
  );
}
