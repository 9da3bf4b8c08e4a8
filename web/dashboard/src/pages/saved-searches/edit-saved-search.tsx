import type { SavedSearch } from '@heliograph/dashboard-api';
import { type FormEvent, useId, useRef, useState } from 'react';
import { issueOf } from '../../api/errors';
import { useUpdateSavedSearch } from '../../api/saved-searches';
import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  FailureNotice,
  Field,
  FieldStack,
  focusFirstInvalid,
  Input,
  useToast,
} from '../../design';
import { changeOf, formOf } from './edit-form';

interface EditProps {
  savedSearch: SavedSearch;
  onClose: () => void;
  /** With the secret of a newly created webhook. */
  onSecret: (secret: string) => void;
}

/** Changes the name, the webhook, and its limits. */
export function EditSavedSearch({ isOpen, ...props }: EditProps & { isOpen: boolean }) {
  return (
    <Dialog isOpen={isOpen} title={`Edit “${props.savedSearch.name}”`} onClose={props.onClose}>
      <EditForm {...props} />
    </Dialog>
  );
}

function EditForm({ savedSearch, onClose, onSecret }: EditProps) {
  const [form, setForm] = useState(() => formOf(savedSearch));
  const element = useRef<HTMLFormElement>(null);
  const formId = useId();
  const toast = useToast();
  const update = useUpdateSavedSearch(savedSearch.id);
  const { error } = update;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (update.isPending) return;
    update.mutate(changeOf(savedSearch, form), {
      onSuccess: ({ name, webhook }) => {
        toast({ text: `“${name}” was changed.` });
        onClose();
        if (webhook?.secret !== undefined) onSecret(webhook.secret);
      },
      onError: () => focusFirstInvalid(element),
    });
  };

  return (
    <>
      <DialogBody>
        <form ref={element} id={formId} onSubmit={submit} noValidate>
          <FieldStack>
            <Field label="Name" error={issueOf(error, 'name')}>
              {(control) => (
                <Input
                  {...control}
                  data-autofocus
                  value={form.name}
                  maxLength={120}
                  autoComplete="off"
                  onChange={({ target }) => setForm({ ...form, name: target.value })}
                />
              )}
            </Field>
            <Field
              label="Webhook"
              isOptional
              hint="An https:// address of your server. New activities are sent there within seconds. Leave it empty for none."
              error={issueOf(error, 'webhook.url') ?? issueOf(error, 'webhook')}
            >
              {(control) => (
                <Input
                  {...control}
                  type="url"
                  inputMode="url"
                  autoComplete="off"
                  spellCheck={false}
                  value={form.url}
                  onChange={({ target }) => setForm({ ...form, url: target.value })}
                />
              )}
            </Field>
            <Field
              label="Daily record limit"
              isOptional
              hint="The most records the webhook can use in a UTC day. Leave it empty for no limit."
              error={issueOf(error, 'maxRecordsPerDay')}
            >
              {(control) => (
                <Input
                  {...control}
                  inputMode="numeric"
                  autoComplete="off"
                  suffix="records"
                  value={form.maximum}
                  onChange={({ target }) => setForm({ ...form, maximum: target.value })}
                />
              )}
            </Field>
          </FieldStack>
        </form>
        <FailureNotice error={error} />
      </DialogBody>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" form={formId} isBusy={update.isPending}>
          Save changes
        </Button>
      </DialogActions>
    </>
  );
}
