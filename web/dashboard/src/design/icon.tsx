import styles from './icon.module.css';

/** Drawn on a 24 by 24 grid with a stroke of 1.75; named for what they depict, not where they are used. */
const DRAWINGS = {
  bookmark: 'M7 4.5h10V20l-5-4-5 4Z',
  home: 'M4 11.5 12 4l8 7.5V20h-5.5v-5.5h-5V20H4z',
  key: 'M14.5 9.5h.01M15 4a5 5 0 1 1-1.6 9.74L11.5 15.5H9.5v2h-2v2H4v-3l5.7-5.7A5 5 0 0 1 15 4z',
  chart: 'M4 20h16M7 16.5v-5M12 16.5V5M17 16.5v-8',
  card: 'M3.5 7.5a2 2 0 0 1 2-2h13a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-13a2 2 0 0 1-2-2zM3.5 10h17M7 15h3',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM20 20l-4-4',
  terminal: 'M5 7l4.5 4.5L5 16M12 17h7',
  settings:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM9 19.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4z',
  shield: 'M12 3.5 19 6v5.5c0 4.2-2.8 7.3-7 9-4.2-1.7-7-4.8-7-9V6z',
  book: 'M5 5.5A2.5 2.5 0 0 1 7.5 3H19v15H7.5A2.5 2.5 0 0 0 5 20.5zM5 20.5A2.5 2.5 0 0 0 7.5 21H19v-3',
  play: 'M8 5.5v13l10.5-6.5z',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  check: 'M5 12.5 10 17.5 19.5 7',
  copy: 'M9 9h9a1.5 1.5 0 0 1 1.5 1.5v8A1.5 1.5 0 0 1 18 20h-8a1.5 1.5 0 0 1-1.5-1.5zM5.5 15A1.5 1.5 0 0 1 4 13.5v-8A1.5 1.5 0 0 1 5.5 4h8A1.5 1.5 0 0 1 15 5.5',
  plus: 'M12 5v14M5 12h14',
  download: 'M12 4v11M7.5 11 12 15.5 16.5 11M5 20h14',
  print:
    'M7 8V4h10v4M7 17H5a1.5 1.5 0 0 1-1.5-1.5v-6A1.5 1.5 0 0 1 5 8h14a1.5 1.5 0 0 1 1.5 1.5v6A1.5 1.5 0 0 1 19 17h-2M7 14h10v6H7z',
  external:
    'M13.5 4.5h6v6M19 5l-8.5 8.5M10 5.5H6A1.5 1.5 0 0 0 4.5 7v11A1.5 1.5 0 0 0 6 19.5h11a1.5 1.5 0 0 0 1.5-1.5v-4',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5.5M12 7.6v.1',
  warning: 'M12 4 21 19.5H3zM12 10v4.5M12 17v.1',
  error: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v6M12 16.2v.1',
  success: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM8 12.3l2.8 2.8L16 9.6',
  down: 'M6 9.5 12 15.5 18 9.5',
  up: 'M6 14.5 12 8.5 18 14.5',
  left: 'M14.5 6 8.5 12l6 6',
  right: 'M9.5 6l6 6-6 6',
  refresh: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L19.5 9M19.5 4v5h-5',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20a7.5 7.5 0 0 1 15 0',
  signOut: 'M10 4.5H6A1.5 1.5 0 0 0 4.5 6v12A1.5 1.5 0 0 0 6 19.5h4M15 8l4 4-4 4M19 12H9.5',
  filter: 'M4 6h16M7 12h10M10 18h4',
  list: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  calendar: 'M5 6.5h14v13H5zM5 10.5h14M9 4v4M15 4v4',
  building:
    'M6 20V5.5A1.5 1.5 0 0 1 7.5 4h9A1.5 1.5 0 0 1 18 5.5V20M4 20h16M9.5 8h1M13.5 8h1M9.5 12h1M13.5 12h1M10.5 20v-4h3v4',
  coins: 'M9 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM16.6 10.7a5.5 5.5 0 1 1-6.1 8.4M9 6v4',
  rocket:
    'M9.5 14.5c1-5.5 4-9.5 10-10-.5 6-4.5 9-10 10zM9.5 14.5 6 14l2.5-4M9.5 14.5l.5 3.5 4-2.5M4.5 19.5l2-2',
  growth: 'M4 17.5 9.5 12l3.5 3.5 7-8M15 7.5h5v5',
  decline: 'M4 7l5.5 5.5L13 9l7 8M15 17h5v-5',
  star: 'M12 4l2.4 5 5.6.7-4.1 3.8 1.1 5.5-5-2.7-5 2.7 1.1-5.5L4 9.7 9.6 9z',
  join: 'M9 16.5a4.5 4.5 0 1 1 0-9 4.5 4.5 0 0 1 0 9zM15 16.5a4.5 4.5 0 1 1 0-9 4.5 4.5 0 0 1 0 9z',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
} as const;

export type IconName = keyof typeof DRAWINGS;

/** An icon next to words that say the same; hidden from screen readers. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      className={styles.icon}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={DRAWINGS[name]} />
    </svg>
  );
}

/** The product's logo: a signaling sun. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg
      className={styles.mark}
      width={size}
      height={size}
      viewBox="0 0 32 32"
      aria-hidden="true"
      focusable="false"
    >
      <circle cx="16" cy="16" r="6" />
      <path d="M16 3v4M16 25v4M3 16h4M25 16h4M6.8 6.8l2.9 2.9M22.3 22.3l2.9 2.9M6.8 25.2l2.9-2.9M22.3 9.7l2.9-2.9" />
    </svg>
  );
}
