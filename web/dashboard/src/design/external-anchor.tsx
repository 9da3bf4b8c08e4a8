import type { ReactNode } from 'react';
import { safeExternalUrl } from './external-link';
import { Icon } from './icon';
import styles from './external-anchor.module.css';

/** A link to another host in a new tab. An address that is not http(s) becomes plain text. */
export function ExternalAnchor({ href, children }: { href: string | null | undefined; children: ReactNode }) {
  const address = safeExternalUrl(href);
  if (address === null) return <>{children}</>;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" className={styles.anchor}>
      {children}
      <Icon name="external" size={14} />
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
