import { MAXIMUM_MESSAGE_LENGTH } from '@heliograph/contract';
import type { AccessRestriction } from '@heliograph/dashboard-api';
import { type FormEvent, useRef, useState } from 'react';
import { useAccessRestriction, useRestrictAccess } from '../../api/operator';
import { useDraft } from '../../api/use-draft';
import { StatusNoticeCard } from './status-notice-card';
import {
  Badge,
  Button,
  Card,
  ConfirmDialog,
  Field,
  focusFirstInvalid,
  Loaded,
  Loading,
  PageHeader,
  PageStack,
  TextArea,
  Time,
  useToast,
} from '../../design';
import styles from './operator.module.css';

/** Props of the card that restricts access, used while loading too, so that the next card stays in place. */
const RESTRICT = {
  title: 'Restrict access',
  description:
    'Requests are refused with 403 access_restricted and your message. Nothing is charged, nothing is lost.',
};

/** Closes the whole installation to everyone except operators, and reopens it. */
export function Component() {
  const restriction = useAccessRestriction();
  return (
    <>
      <PageHeader
        title="Access"
        description="Closes the API, the command line, and the dashboard to everyone except operators, for example for maintenance."
      />
      <PageStack>
        <Loaded
          query={restriction}
          errorTitle="The state could not be loaded"
          skeleton={
            <>
              <Card>
                <Loading label="Loading the state" lines={1} lineHeight="1.5rem" />
              </Card>
              <Card {...RESTRICT}>
                <Loading lines={1} lineHeight="12.8rem" />
              </Card>
            </>
          }
        >
          {(state) => (state.active ? <Restricted state={state} /> : <Open state={state} />)}
        </Loaded>
        <StatusNoticeCard />
      </PageStack>
    </>
  );
}

function Restricted({ state }: { state: AccessRestriction }) {
  const restrict = useRestrictAccess();
  const toast = useToast();
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Card>
        <div className={styles.stack}>
          <p className={styles.state}>
            <Badge tone="danger">Restricted</Badge> Operators only
          </p>
          {state.changedAt && (
            <p className={styles.muted}>
              Since <Time at={state.changedAt} /> (<Time at={state.changedAt} style="relative" />)
            </p>
          )}
          <p>Everyone else sees:</p>
          <blockquote className={styles.quote}>{state.message || 'Access is restricted.'}</blockquote>
          <div>
            <Button kind="primary" onClick={() => setAsked(true)}>
              Open access
            </Button>
          </div>
        </div>
      </Card>
      <MessageForm
        key={state.message}
        title="Change the message"
        submitLabel="Change message"
        message={state.message}
        onSubmit={async (message) => {
          await restrict.mutateAsync({ active: true, message });
          toast({ text: 'The message was changed.' });
        }}
      />
      <ConfirmDialog
        isOpen={isAsked}
        title="Open access to everyone?"
        confirmLabel="Open access"
        kind="primary"
        onClose={() => setAsked(false)}
        onConfirm={async () => {
          await restrict.mutateAsync({ active: false, message: state.message });
          toast({ text: 'Access is open.' });
        }}
      >
        <p>
          Keys, devices, and browsers work again within seconds. Suspended and disabled accounts stay that
          way.
        </p>
      </ConfirmDialog>
    </>
  );
}

function Open({ state }: { state: AccessRestriction }) {
  const restrict = useRestrictAccess();
  const toast = useToast();
  return (
    <>
      <Card>
        <p className={styles.state}>
          <Badge tone="success">Open</Badge> Everyone has access
        </p>
        {state.changedAt && (
          <p className={styles.muted}>
            Since <Time at={state.changedAt} />
          </p>
        )}
      </Card>
      <MessageForm
        {...RESTRICT}
        submitLabel="Restrict access…"
        message={state.message}
        confirmation="restrict"
        onSubmit={async (message) => {
          await restrict.mutateAsync({ active: true, message });
          toast({ text: 'Access is restricted.' });
        }}
      />
    </>
  );
}

function MessageForm({
  title,
  description,
  submitLabel,
  message: first,
  confirmation,
  onSubmit,
}: {
  title: string;
  description?: string;
  submitLabel: string;
  message: string;
  /** Text to type before the installation is closed. */
  confirmation?: string;
  onSubmit: (message: string) => Promise<unknown>;
}) {
  const [message, setMessage] = useDraft('access-message', () => first);
  const [isChecked, setChecked] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const text = message.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (text === '') focusFirstInvalid(form);
    else setAsked(true);
  };
  return (
    <Card title={title} description={description}>
      <form ref={form} onSubmit={submit} className={styles.stack} noValidate>
        <Field
          label="Message"
          hint="Shown to everyone, in the dashboard, the API, and the command line."
          error={isChecked && text === '' ? 'Say what is happening and until when.' : undefined}
        >
          {(control) => (
            <TextArea
              {...control}
              value={message}
              maxLength={MAXIMUM_MESSAGE_LENGTH}
              placeholder="Maintenance until 14:00 UTC."
              onChange={(event) => setMessage(event.target.value)}
            />
          )}
        </Field>
        <div>
          <Button
            type="submit"
            kind={confirmation ? 'danger' : 'secondary'}
            disabled={!confirmation && text === first.trim()}
          >
            {submitLabel}
          </Button>
        </div>
      </form>
      <ConfirmDialog
        isOpen={isAsked}
        title={confirmation ? 'Close Heliograph to everyone?' : 'Change the message?'}
        confirmLabel={confirmation ? 'Restrict access' : 'Change message'}
        kind={confirmation ? 'danger' : 'primary'}
        typedConfirmation={confirmation}
        onClose={() => setAsked(false)}
        onConfirm={() => onSubmit(text)}
      >
        {confirmation && (
          <p>
            Every key, device, and browser except those of operators is refused within seconds. Everyone sees:
          </p>
        )}
        <blockquote className={styles.quote}>{text}</blockquote>
      </ConfirmDialog>
    </Card>
  );
}
