import { MAXIMUM_MESSAGE_LENGTH } from '@heliograph/contract';
import type { StatusNotice } from '@heliograph/dashboard-api';
import { type FormEvent, useState } from 'react';
import { useSetStatusNotice, useStatusNotice } from '../../api/operator';
import {
  Button,
  Card,
  FailureNotice,
  Field,
  Loaded,
  Loading,
  Notice,
  TextArea,
  Time,
  useToast,
} from '../../design';
import styles from './operator.module.css';

/** The status page's message to everyone, for example about an incident. It does not affect access. */
export function StatusNoticeCard() {
  const notice = useStatusNotice();
  return (
    <Card
      title="Status notice"
      description={
        <>
          Shown to everyone on the <a href="/status">status page</a>. It restricts nothing.
        </>
      }
    >
      <Loaded
        query={notice}
        errorTitle="The notice could not be loaded"
        skeleton={<Loading label="Loading the notice" lines={1} lineHeight="12.8rem" />}
      >
        {(state) => <NoticeForm state={state} />}
      </Loaded>
    </Card>
  );
}

function NoticeForm({ state }: { state: StatusNotice }) {
  const set = useSetStatusNotice();
  const toast = useToast();
  /** What is typed and not saved, and the notice it was typed over; undefined shows the notice. */
  const [draft, setDraft] = useState<{ text: string; over: string }>();
  const { text, over } = draft ?? { text: state.text, over: state.text };
  const save = (next: string) =>
    set.mutate(
      { text: next },
      {
        onSuccess: (saved) => {
          // What else was typed stays: meanwhile, or before the notice was removed.
          setDraft((now) => (now && now.text.trim() !== next ? { ...now, over: saved.text } : undefined));
          toast({ text: next === '' ? 'The notice was removed.' : 'The notice is shown.' });
        },
      },
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save(text.trim());
  };
  return (
    <form onSubmit={submit} className={styles.stack} noValidate>
      {state.text !== '' && state.changedAt && (
        <p className={styles.muted}>
          Shown since <Time at={state.changedAt} />
        </p>
      )}
      <Field label="Notice" hint="What is affected, what you are doing, and when the next update is due.">
        {(control) => (
          <TextArea
            {...control}
            value={text}
            maxLength={MAXIMUM_MESSAGE_LENGTH}
            onChange={(event) => setDraft({ text: event.target.value, over })}
          />
        )}
      </Field>
      {over !== state.text && (
        <Notice live="status" title="Another operator has changed the notice">
          {state.text === '' ? 'It was removed.' : `It now says “${state.text}”.`}
        </Notice>
      )}
      <FailureNotice error={set.error} />
      <div className={styles.buttons}>
        <Button type="submit" isBusy={set.isPending} disabled={text.trim() === state.text}>
          {state.text === '' ? 'Show notice' : 'Change notice'}
        </Button>
        {state.text !== '' && (
          <Button disabled={set.isPending} onClick={() => save('')}>
            Remove
          </Button>
        )}
      </div>
    </form>
  );
}
