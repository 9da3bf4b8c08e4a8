import { SCOPES, DAILY_TEST_RECORDS, isTestKey } from '@heliograph/contract';
import { useState } from 'react';
import { Link } from 'react-router';
import { describeFailure, isTransient } from '../../api/errors';
import { useCreateKey } from '../../api/keys';
import { useMay } from '../../api/members';
import { serverNow } from '../../api/server-clock';
import { Badge, Button, Card, Field, formatCount, Input, keepFocusNearby, Notice } from '../../design';
import { TEST_CORPUS, TestBadge } from '../keys/test-badge';
import styles from './playground.module.css';

/** How long the playground's own keys are valid. */
const KEY_HOURS = 24;
/** As many characters as the list of keys shows. */
const SHOWN_CHARACTERS = 12;

interface KeyCardProps {
  value: string | null;
  /** Says that a key is needed, after an attempt without one. */
  error: string | null;
  onChange: (key: string | null) => void;
}

/** The key to send requests with: a new test key, which costs nothing, or a pasted one. */
export function KeyCard({ value, error, onChange: onChangeKey }: KeyCardProps) {
  const onChange = (key: string | null) => {
    keepFocusNearby();
    onChangeKey(key);
  };
  if (value !== null) {
    return (
      <Card title="Key" description="Kept only in this page’s memory; reloading clears it.">
        <p className={styles.key}>
          {isTestKey(value) ? <TestBadge /> : <Badge tone="warning">Live key</Badge>}
          <code>{value.slice(0, SHOWN_CHARACTERS)}…</code>
          <Button size="small" onClick={() => onChange(null)}>
            Forget
          </Button>
        </p>
      </Card>
    );
  }
  return (
    <Card title="Key" description="Kept in this page’s memory only, never stored or put into a link.">
      <NewKey error={error} onChange={onChange} />
    </Card>
  );
}

function NewKey({ error, onChange }: Omit<KeyCardProps, 'value'>) {
  const [pasted, setPasted] = useState('');
  const mayCreate = useMay('createKey');
  const create = useCreateKey();
  const createTestKey = () => {
    const expiresAt = new Date(serverNow() + KEY_HOURS * 3_600_000).toISOString();
    create.mutate(
      { name: 'Playground', scopes: [...SCOPES], isTest: true, expiresAt },
      { onSuccess: ({ secret }) => onChange(secret) },
    );
  };
  return (
    <div className={styles.keys}>
      {mayCreate && (
        <div className={styles.testKey}>
          <Button kind="primary" icon="key" isBusy={create.isPending} onClick={createTestKey}>
            Use a test key
          </Button>
          <p className={styles.note}>
            Free: it reads {TEST_CORPUS}, {formatCount(DAILY_TEST_RECORDS)} records a day, and expires after{' '}
            {KEY_HOURS} hours.
          </p>
        </div>
      )}
      {create.isError && (
        <Notice tone="danger" live="alert">
          {describeFailure(create.error)} {!isTransient(create.error) && <Link to="/keys">API keys</Link>}
        </Notice>
      )}
      <Field
        label={mayCreate ? 'Or paste an API key' : 'Paste an API key'}
        hint="With a live key, results use records."
        error={error}
      >
        {(control) => (
          <span className={styles.paste}>
            {/* Not a password field: browsers would offer to store it. */}
            <Input
              {...control}
              className={styles.secret}
              value={pasted}
              autoComplete="off"
              spellCheck={false}
              data-playground-key
              onChange={(event) => setPasted(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && pasted.trim() !== '') onChange(pasted.trim());
              }}
            />
            <Button disabled={pasted.trim() === ''} onClick={() => onChange(pasted.trim())}>
              Use this key
            </Button>
          </span>
        )}
      </Field>
    </div>
  );
}
