import type { ApiKey } from '@heliograph/dashboard-api';
import { type FormEvent, useId, useRef, useState } from 'react';
import { issueOf } from '../../api/errors';
import { useUpdateKey } from '../../api/keys';
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
  useToast,
} from '../../design';
import { checkKeyChange, type KeyFormIssues } from './key-form';
import { keyName } from './key-name';
import { TestBadge } from './test-badge';

/** Changes a key's name and cap. Scopes and expiry are fixed: programs that use the key rely on them. */
export function EditKey({ apiKey, onClose }: { apiKey: ApiKey | null; onClose: () => void }) {
  return (
    <Dialog isOpen={apiKey !== null} title={`Edit “${apiKey ? keyName(apiKey) : ''}”`} onClose={onClose}>
      {apiKey && <EditKeyForm apiKey={apiKey} onClose={onClose} />}
    </Dialog>
  );
}

function EditKeyForm({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  // Changes others make meanwhile are kept.
  const [opened] = useState(apiKey);
  const [name, setName] = useState(opened.name);
  const [cap, setCap] = useState(opened.monthlyCapRecords === null ? '' : String(opened.monthlyCapRecords));
  const [ownIssues, setOwnIssues] = useState<KeyFormIssues>({});
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const toast = useToast();
  const update = useUpdateKey();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (update.isPending) return;
    const { body, issues } = checkKeyChange(opened, { name, cap });
    setOwnIssues(issues ?? {});
    if (!body) {
      focusFirstInvalid(form);
      return;
    }
    update.mutate(
      { id: apiKey.id, body },
      {
        onSuccess: (changed) => {
          toast({ text: `“${keyName(changed)}” was changed.` });
          onClose();
        },
        onError: () => focusFirstInvalid(form),
      },
    );
  };

  return (
    <>
      <DialogBody>
        <form ref={form} id={formId} onSubmit={submit} noValidate>
          <FieldStack>
            {apiKey.isTest && (
              <p>
                <TestBadge />
              </p>
            )}
            <Field label="Name" error={ownIssues.name ?? issueOf(update.error, 'name')}>
              {(control) => (
                <Input
                  {...control}
                  data-autofocus
                  value={name}
                  maxLength={120}
                  autoComplete="off"
                  onChange={(event) => setName(event.target.value)}
                />
              )}
            </Field>
            <Field
              label="Monthly cap"
              isOptional
              hint="The most records the key can use in a UTC month. Leave it empty for no cap."
              error={ownIssues.cap ?? issueOf(update.error, 'monthlyCapRecords')}
            >
              {(control) => (
                <Input
                  {...control}
                  inputMode="numeric"
                  autoComplete="off"
                  suffix="records"
                  value={cap}
                  onChange={(event) => setCap(event.target.value)}
                />
              )}
            </Field>
          </FieldStack>
        </form>
        <FailureNotice error={update.error} fields={['name', 'monthlyCapRecords']} />
      </DialogBody>
      <DialogActions>
        <CancelButton isBusy={update.isPending} onClick={onClose} />
        <Button kind="primary" type="submit" form={formId} isBusy={update.isPending}>
          Save changes
        </Button>
      </DialogActions>
    </>
  );
}
