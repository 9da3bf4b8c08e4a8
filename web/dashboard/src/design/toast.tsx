import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { IconButton } from './button';
import { classNames } from './class-names';
import { Icon } from './icon';
import styles from './toast.module.css';

interface ToastMessage {
  tone?: 'success' | 'danger';
  text: string;
}

interface ShownToast extends ToastMessage {
  id: number;
}

/** Successes disappear by themselves; failures stay until dismissed. */
const SHOWN_MS = 6000;
const MAXIMUM_CONCURRENT = 3;

const ToastContext = createContext<(message: ToastMessage) => void>(() => undefined);

/** Announces a success in passing: `toast({ text: 'The key was revoked.' })`. */
export function useToast(): (message: ToastMessage) => void {
  return useContext(ToastContext);
}

export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<ShownToast[]>([]);
  const lastId = useRef(0);

  const show = useCallback((message: ToastMessage) => {
    lastId.current += 1;
    const id = lastId.current;
    setToasts((shown) => [...shown, { ...message, id }].slice(-MAXIMUM_CONCURRENT));
  }, []);
  const drop = useCallback(
    (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)),
    [],
  );
  const ofTone = useMemo(
    () => ({
      polite: toasts.filter(({ tone }) => tone !== 'danger'),
      assertive: toasts.filter(({ tone }) => tone === 'danger'),
    }),
    [toasts],
  );

  return (
    <ToastContext value={show}>
      {children}
      {/* Both regions exist from the start, because screen readers watch only regions they already know. */}
      <div className={styles.region}>
        {(['polite', 'assertive'] as const).map((politeness) => (
          <div key={politeness} aria-live={politeness} className={styles.list}>
            {ofTone[politeness].map((toast) => (
              <Toast key={toast.id} toast={toast} onGone={drop} />
            ))}
          </div>
        ))}
      </div>
    </ToastContext>
  );
}

function Toast({ toast, onGone }: { toast: ShownToast; onGone: (id: number) => void }) {
  const isFailure = toast.tone === 'danger';
  useEffect(() => {
    if (isFailure) return undefined;
    const timer = setTimeout(() => onGone(toast.id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isFailure, onGone, toast.id]);

  return (
    <div className={classNames(styles.toast, isFailure && styles.failed)}>
      <Icon name={isFailure ? 'error' : 'success'} />
      <p>{toast.text}</p>
      <IconButton icon="close" label="Dismiss" onClick={() => onGone(toast.id)} />
    </div>
  );
}
