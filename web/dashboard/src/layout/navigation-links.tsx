import { NavLink } from 'react-router';
import { classNames, Icon } from '../design';
import { navigationOf, type Roles } from './navigation';
import styles from './navigation-links.module.css';

/** The links to all pages, grouped, and to the documentation. */
export function NavigationLinks({ label, ...roles }: Roles & { label: string }) {
  return (
    <nav aria-label={label} className={styles.navigation}>
      {navigationOf(roles).map((group) => (
        <div key={group.label} role="group" aria-label={group.label} className={styles.group}>
          <p className={styles.groupLabel} aria-hidden="true">
            {group.label}
          </p>
          <ul>
            {group.items.map((item) => (
              <li key={item.path}>
                <NavLink
                  to={item.path}
                  end={item.isExact}
                  className={({ isActive }) => classNames(styles.link, isActive && styles.current)}
                >
                  <Icon name={item.icon} />
                  {item.label}
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <ul>
        <li>
          <a href="/docs" className={styles.link}>
            <Icon name="book" />
            Documentation
          </a>
        </li>
      </ul>
    </nav>
  );
}
