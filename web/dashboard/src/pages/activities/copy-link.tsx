import { useLocation } from 'react-router';
import { CopyButton } from '../../design';

/** Copies the current URL. */
export function CopyLink({ size = 'small' }: { size?: 'small' | 'medium' }) {
  const { pathname, search } = useLocation();
  return <CopyButton text={`${window.location.origin}${pathname}${search}`} label="Copy link" size={size} />;
}
