import { ACCOUNT_LIMITS } from '@heliograph/contract';
import { type FormEvent, useRef, useState } from 'react';
import { issueOf } from '../../api/errors';
import { useMay } from '../../api/members';
import { useSession, useUpdateAccount, useUpdateProfile } from '../../api/session';
import {
  Badge,
  Button,
  Card,
  CopyButton,
  Facts,
  FailureNotice,
  Field,
  focusFirstInvalid,
  Input,
  Time,
  useToast,
} from '../../design';
import { ROLE_TEXTS } from '../../layout/member-roles';
import styles from './settings.module.css';

const MAXIMUM_NAME_LENGTH = ACCOUNT_LIMITS.nameLength;

/** In a team, the person's name is separate from the account's; a single user has one name for both. */
export function ProfileCard() {
  const { account, user, isTeam, memberRole } = useSession();
  const canRename = useMay('updateAccount');
  const renameAccount = useUpdateAccount();
  const renameUser = useUpdateProfile();
  return (
    <Card title="Profile">
      {isTeam ? (
        <div className={styles.names}>
          <NameForm
            label="Your name"
            hint="Shown to the members of your accounts and to operators."
            successText="Your name was changed."
            current={user.name}
            rename={renameUser}
          />
          <NameForm
            label="Account name"
            hint={
              canRename
                ? 'Shown to its members and to operators, and on receipts.'
                : 'Only owners can change it.'
            }
            successText="The account’s name was changed."
            current={account.name}
            rename={renameAccount}
            isDisabled={!canRename}
          />
        </div>
      ) : (
        <NameForm
          label="Name"
          hint="Shown to you and to operators, and on receipts."
          successText="Your name was changed."
          current={account.name}
          rename={renameAccount}
        />
      )}
      <div className={styles.facts}>
        <Facts
          facts={[
            { term: 'Email', value: user.email },
            ...(isTeam ? [{ term: 'Your role', value: ROLE_TEXTS[memberRole].label }] : []),
            {
              term: 'Account',
              value: (
                <span className={styles.id}>
                  <code>{account.id}</code>
                  <CopyButton text={account.id} label="Copy ID" kind="quiet" />
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

interface NameFormProps {
  label: string;
  hint: string;
  /** Shown after the change. */
  successText: string;
  current: string;
  rename: ReturnType<typeof useUpdateAccount> | ReturnType<typeof useUpdateProfile>;
  isDisabled?: boolean;
}

function NameForm({ label, hint, successText, current, rename, isDisabled = false }: NameFormProps) {
  /** What is typed and not saved; undefined shows the name. */
  const [draft, setDraft] = useState<string>();
  const name = draft ?? current;
  const [ownIssue, setOwnIssue] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const toast = useToast();
  const isChanged = name.trim() !== current;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (rename.isPending || !isChanged) return;
    const issue =
      name.trim().length > MAXIMUM_NAME_LENGTH ? `Use at most ${MAXIMUM_NAME_LENGTH} characters.` : null;
    setOwnIssue(issue);
    if (issue) {
      focusFirstInvalid(form);
      return;
    }
    rename.mutate(
      { name: name.trim() },
      {
        onSuccess: () => {
          // Typing goes on while a save is slow.
          setDraft((now) => (now === draft ? undefined : now));
          toast({ text: successText });
        },
        onError: () => focusFirstInvalid(form),
      },
    );
  };

  return (
    <form ref={form} onSubmit={submit} noValidate className={styles.profile}>
      <Field
        label={label}
        hint={hint}
        error={ownIssue ?? issueOf(rename.error, 'name')}
        className={styles.name}
      >
        {(control) => (
          <Input
            {...control}
            value={name}
            autoComplete="name"
            disabled={isDisabled}
            onChange={(event) => setDraft(event.target.value)}
          />
        )}
      </Field>
      {!isDisabled && (
        <Button
          type="submit"
          kind="primary"
          // Saving leaves the focus on it.
          aria-disabled={!isChanged}
          isBusy={rename.isPending}
          aria-label={label === 'Name' ? undefined : `Save: ${label}`}
        >
          Save
        </Button>
      )}
      <FailureNotice error={rename.error} fields={['name']} />
    </form>
  );
}
