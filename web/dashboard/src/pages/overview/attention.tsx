import type { Notice as OverviewNotice } from '@heliograph/dashboard-api';
import { ButtonLink, Card, classNames, Icon, type IconName } from '../../design';
import { useMayOpen } from '../../layout/use-may-open';
import styles from './attention.module.css';

interface Look {
  icon: IconName;
  className: string | undefined;
  /** Shown before the text, for users who cannot see the color. */
  word: string;
  order: number;
}

const LOOKS: Record<OverviewNotice['severity'], Look> = {
  critical: { icon: 'error', className: styles.critical, word: 'Urgent: ', order: 0 },
  warning: { icon: 'warning', className: styles.warning, word: 'Warning: ', order: 1 },
  info: { icon: 'info', className: styles.info, word: '', order: 2 },
};

/** Codes that the first steps already explain better. */
const OF_FIRST_STEPS: ReadonlySet<OverviewNotice['code']> = new Set(['no_keys']);

/** What needs attention, most urgent first. */
export function Attention({ notices, isNew }: { notices: readonly OverviewNotice[]; isNew: boolean }) {
  const shown = notices
    .filter(({ code }) => !isNew || !OF_FIRST_STEPS.has(code))
    .sort((one, other) => LOOKS[one.severity].order - LOOKS[other.severity].order);
  if (shown.length === 0) return null;
  return (
    <Card isFlush title="Needs attention">
      <ul className={styles.list}>
        {shown.map((notice, index) => (
          <AttentionItem key={`${notice.code}-${index}`} notice={notice} />
        ))}
      </ul>
    </Card>
  );
}

function AttentionItem({ notice: { severity, text, action } }: { notice: OverviewNotice }) {
  const mayOpen = useMayOpen(new URL(action?.path ?? '/', window.location.origin).pathname);
  const { icon, className, word } = LOOKS[severity];
  return (
    <li className={classNames(styles.item, className)}>
      <Icon name={icon} />
      <p className={styles.text}>
        {word && <span className="visually-hidden">{word}</span>}
        {text}
      </p>
      {/* Only the dashboard's own paths. */}
      {action && mayOpen && /^\/(?![/\\])/.test(action.path) && (
        <ButtonLink to={action.path} size="small" className={styles.action}>
          {action.label}
        </ButtonLink>
      )}
    </li>
  );
}
