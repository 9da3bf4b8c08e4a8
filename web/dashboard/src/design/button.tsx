import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, RefAttributes } from 'react';
import { Link, type LinkProps } from 'react-router';
import styles from './button.module.css';
import { classNames } from './class-names';
import { Icon, type IconName } from './icon';

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger' | 'quietDanger';

interface Look {
  kind?: ButtonKind;
  size?: 'medium' | 'small';
  icon?: IconName;
  /** As wide as its container. */
  isWide?: boolean;
}

function look({ kind = 'secondary', size = 'medium', isWide }: Look, extra?: string): string {
  return classNames(styles.button, styles[kind], styles[size], isWide && styles.wide, extra);
}

interface ButtonProps extends Look, ButtonHTMLAttributes<HTMLButtonElement> {
  /** While true, the button keeps its place and focus but does nothing. */
  isBusy?: boolean;
  children: ReactNode;
}

/** A button; of type "button" by default. */
export function Button({
  kind,
  size,
  icon,
  isWide,
  isBusy,
  children,
  className,
  onClick,
  type = 'button',
  'aria-disabled': isDisabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      // The type comes from a closed list.
      type={type}
      className={look({ kind, size, isWide }, className)}
      // Disabling it would lose focus and interrupt a screen reader.
      aria-disabled={isBusy || isDisabled || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    >
      {isBusy ? (
        <span className={styles.spinner} aria-hidden="true" />
      ) : (
        icon && <Icon name={icon} size={18} />
      )}
      <span>{children}</span>
    </button>
  );
}

/** A link to a page of the dashboard that looks like a button. */
export function ButtonLink({
  kind,
  size,
  icon,
  isWide,
  className,
  children,
  ...rest
}: Look & LinkProps & RefAttributes<HTMLAnchorElement>) {
  return (
    <Link {...rest} className={look({ kind, size, isWide }, className)}>
      {icon && <Icon name={icon} size={18} />}
      <span>{children}</span>
    </Link>
  );
}

/** A link out of the app (a file, the docs, another host) that looks like a button. */
export function ButtonAnchor({
  kind,
  size,
  icon,
  isWide,
  className,
  children,
  ...rest
}: Look & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a {...rest} className={look({ kind, size, isWide }, className)}>
      {icon && <Icon name={icon} size={18} />}
      <span>{children}</span>
    </a>
  );
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: IconName;
  /** Its accessible name: the button shows no text. */
  label: string;
}

export function IconButton({ icon, label, className, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-label={label}
      title={label}
      className={classNames(styles.icon, className)}
    >
      <Icon name={icon} />
    </button>
  );
}
