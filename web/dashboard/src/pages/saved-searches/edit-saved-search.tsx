import type { SavedSearch } from '@heliograph/dashboard-api';
import { type FormEvent, useId, useRef, useState } from 'react';
import { issueOf } from '../../api/errors';
import { useUpdateSavedSearch } from '../../api/saved-searches';
import {
  Button,
  CancelButton,
  Dialog,
  DialogActions,
  DialogBody,
  FailureNotice,
  Field,
  FieldStack,
  focusFirstInvalid,
  Input,
  LeaveGuard,
  useToast,
} from '../../design';
import { changeOf, doneText, type EditPurpose, formOf, issuesOf, titleOf } from './edit-form';

interface EditProps {
  savedSearch: SavedSearch;
  purpose: EditPurpose;
  onClose: () => void;
  /** Called with a new webhook's secret. */
  onSecret: (secret: string) => void;
}

/** Changes the name, the webhook, and its limits. @param purpose null while it is closed. */
export function EditSavedSearch({
  purpose,
  ...props
}: Omit<EditProps, 'purpose'> & { purpose: EditPurpose | null }) {
  const { savedSearch, onClose } = props;
  return (
    <Dialog isOpen={purpose !== null} title={purpose && titleOf(purpose, savedSearch.name)} onClose={onClose}>
      {purpose && <EditForm {...props} purpose={purpose} />}
    </Dialog>
  );
}

function EditForm({ savedSearch, purpose, onClose, onSecret }: EditProps) {
  // Changes others make meanwhile are kept.
  const [opened] = useState(savedSearch);
  const [form, setForm] = useState(() => formOf(opened));
  const [ownIssues, setOwnIssues] = useState<ReturnType<typeof issuesOf>>({});
  const element = useRef<HTMLFormElement>(null);
  const formId = useId();
  const toast = useToast();
  const update = useUpdateSavedSearch(savedSearch.id);
  const { error } = update;
  const isAdding = purpose === 'addWebhook';

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (update.isPending) return;
    const issues = issuesOf(purpose, form);
    setOwnIssues(issues);
    if (Object.keys(issues).length > 0) {
      focusFirstInvalid(element);
      return;
    }
    update.mutate(changeOf(opened, form), {
      onSuccess: ({ name, webhook }) => {
        toast({ text: doneText(purpose, name) });
        onClose();
        if (webhook?.secret !== undefined) onSecret(webhook.secret);
      },
      onError: () => focusFirstInvalid(element),
    });
  };

  return (
    <>
      {update.isPending && <LeaveGuard />}
      <DialogBody>
        <form ref={element} id={formId} onSubmit={submit} noValidate>
          <FieldStack>
            {purpose === 'edit' && (
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
            )}
            <Field
              label="Webhook address"
              isOptional={!isAdding}
              hint={`An https:// address of your server. New activities are sent there within seconds.${isAdding ? '' : ' Leave it empty for none.'}`}
              error={ownIssues.url ?? issueOf(error, 'webhook.url') ?? issueOf(error, 'webhook')}
            >
              {(control) => (
                <Input
                  {...control}
                  data-autofocus={purpose === 'edit' ? undefined : true}
                  required={isAdding}
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
              error={ownIssues.maximum ?? issueOf(error, 'maxRecordsPerDay')}
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
        <FailureNotice error={error} fields={['name', 'webhook', 'webhook.url', 'maxRecordsPerDay']} />
      </DialogBody>
      <DialogActions>
        <CancelButton isBusy={update.isPending} onClick={onClose} />
        <Button kind="primary" type="submit" form={formId} isBusy={update.isPending}>
          {isAdding ? 'Add webhook' : 'Save changes'}
        </Button>
      </DialogActions>
    </>
  );
}
