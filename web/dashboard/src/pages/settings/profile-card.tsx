import { type FormEvent, useState } from 'react';
import { describeFailure, faultOf } from '../../api/errors';
import { useSession, useUpdateAccount } from '../../api/session';
import { Badge, Button, Card, CopyButton, Facts, Field, Input, Notice, Time, useToast } from '../../design';
import styles from './settings.module.css';

const MAXIMUM_NAME_LENGTH = 100;

export function ProfileCard() {
  const { account } = useSession();
  const [name, setName] = useState(account.name);
  const [ownFault, setOwnFault] = useState<string | null>(null);
  const toast = useToast();
  const update = useUpdateAccount();
  const isChanged = name.trim() !== account.name;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (update.isPending || !isChanged) return;
    const fault =
      name.trim().length > MAXIMUM_NAME_LENGTH ? `Use at most ${MAXIMUM_NAME_LENGTH} characters.` : null;
    setOwnFault(fault);
    if (fault) return;
    update.mutate(
      { name: name.trim() },
      {
        onSuccess: (changed) => {
          setName(changed.name);
          toast({ text: 'Your name was changed.' });
        },
      },
    );
  };

  return (
    <Card title="Profile">
      <form onSubmit={submit} noValidate className={styles.profile}>
        <Field
          label="Name"
          hint="Shown to you and to operators, and on receipts."
          error={ownFault ?? faultOf(update.error, 'name')}
          className={styles.name}
        >
          {(control) => (
            <Input
              {...control}
              value={name}
              autoComplete="name"
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" kind="primary" disabled={!isChanged} isBusy={update.isPending}>
          Save
        </Button>
        {update.isError && (
          <Notice tone="danger" live="alert">
            {describeFailure(update.error)}
          </Notice>
        )}
      </form>
      <div className={styles.facts}>
        <Facts
          facts={[
            { term: 'Email', value: account.email },
            {
              term: 'Account',
              value: (
                <span className={styles.id}>
                  <code>{account.id}</code>
                  <CopyButton text={account.id} label="Copy id" kind="quiet" />
                </span>
              ),
            },
            {
              term: 'Plan',
              value:
                account.plan === 'paid' ? <Badge tone="info">Paid</Badge> : 'Free, with prepaid API records',
            },
            ...(account.role === 'operator'
              ? [{ term: 'Role', value: <Badge tone="warning">Operator</Badge> }]
              : []),
            { term: 'Member since', value: <Time at={account.createdAt} style="date" /> },
          ]}
        />
      </div>
    </Card>
  );
}
