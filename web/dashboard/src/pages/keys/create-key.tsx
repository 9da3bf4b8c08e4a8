import { DAILY_TEST_RECORDS } from '@heliograph/contract';
import type { CreatedKey, Scope } from '@heliograph/dashboard-api';
import { type FormEvent, useId, useRef, useState } from 'react';
import { issueOf } from '../../api/errors';
import { scopes as allScopes, useCreateKey } from '../../api/keys';
import { serverNow } from '../../api/server-clock';
import { useDraft } from '../../api/use-draft';
import {
  Button,
  CancelButton,
  Checkbox,
  Dialog,
  DialogActions,
  DialogBody,
  FailureNotice,
  Field,
  FieldGroup,
  FieldStack,
  focusFirstInvalid,
  formatCount,
  Input,
  LeaveGuard,
  Select,
} from '../../design';
import {
  checkKeyForm,
  EXPIRIES,
  type Expiry,
  type KeyFormIssues,
  type KeyFormValues,
  SCOPE_DESCRIPTIONS,
} from './key-form';
import { KeySecretDialog } from './key-secret';
import { TEST_CORPUS } from './test-badge';
import { UnseenKey } from './unseen-key';

/** Creates a key: first the form, then the key itself, shown once. */
export function CreateKey({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [created, setCreated] = useState<CreatedKey | null>(null);
  return (
    <>
      <Dialog isOpen={isOpen && created === null} title="Create an API key" onClose={onClose}>
        <CreateKeyForm onCancel={onClose} onCreated={setCreated} />
      </Dialog>
      {created && (
        <KeySecretDialog
          created={created}
          onDone={() => {
            setCreated(null);
            onClose();
          }}
        />
      )}
    </>
  );
}

const INITIAL: KeyFormValues = {
  name: '',
  scopes: allScopes,
  expiry: 'never',
  expiryDate: '',
  cap: '',
  isTest: false,
};

function CreateKeyForm({
  onCancel,
  onCreated,
}: {
  onCancel: () => void;
  onCreated: (created: CreatedKey) => void;
}) {
  const [values, setValues] = useDraft('key', () => INITIAL);
  const [ownIssues, setOwnIssues] = useState<KeyFormIssues>({});
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const create = useCreateKey();
  const set = (change: Partial<KeyFormValues>) => setValues((before) => ({ ...before, ...change }));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (create.isPending) return;
    const { body, issues } = checkKeyForm(values, serverNow());
    setOwnIssues(issues ?? {});
    if (!body) {
      focusFirstInvalid(form);
      return;
    }
    create.mutate(body, { onSuccess: onCreated, onError: () => focusFirstInvalid(form) });
  };

  const toggle = (scope: Scope, isChosen: boolean) =>
    set({ scopes: allScopes.filter((each) => (each === scope ? isChosen : values.scopes.includes(each))) });

  const nameIssue = ownIssues.name ?? issueOf(create.error, 'name');
  const capIssue = ownIssues.cap ?? issueOf(create.error, 'monthlyCapRecords');
  const dateIssue = ownIssues.expiryDate ?? issueOf(create.error, 'expiresAt');

  return (
    <>
      {create.isPending && <LeaveGuard />}
      <DialogBody>
        <form ref={form} id={formId} onSubmit={submit} noValidate>
          <FieldStack>
            <Field
              label="Name"
              hint="Where it is used, such as “Production” or “Nightly import”."
              error={nameIssue}
            >
              {(control) => (
                <Input
                  {...control}
                  data-autofocus
                  value={values.name}
                  maxLength={120}
                  autoComplete="off"
                  onChange={(event) => set({ name: event.target.value })}
                />
              )}
            </Field>
            <Checkbox
              label="Test key"
              hint={`Reads ${TEST_CORPUS}, the same everywhere. ${formatCount(DAILY_TEST_RECORDS)} records a day, never billed.`}
              checked={values.isTest}
              onChange={(event) => set({ isTest: event.target.checked })}
            />
            <FieldGroup legend="Scopes" error={ownIssues.scopes ?? issueOf(create.error, 'scopes')}>
              {allScopes.map((scope) => (
                <Checkbox
                  key={scope}
                  label={SCOPE_DESCRIPTIONS[scope].label}
                  hint={SCOPE_DESCRIPTIONS[scope].hint}
                  checked={values.scopes.includes(scope)}
                  onChange={(event) => toggle(scope, event.target.checked)}
                />
              ))}
            </FieldGroup>
            <Field label="Expires" error={values.expiry === 'custom' ? null : dateIssue}>
              {(control) => (
                <Select
                  {...control}
                  value={values.expiry}
                  onChange={(event) => set({ expiry: event.target.value as Expiry })}
                >
                  {EXPIRIES.map(({ value, label }) => (
                    <option key={value} value={value}>
                      {label}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
            {values.expiry === 'custom' && (
              <Field
                label="Last day"
                hint="It works until this day ends in your time zone."
                error={dateIssue}
              >
                {(control) => (
                  <Input
                    {...control}
                    type="date"
                    value={values.expiryDate}
                    onChange={(event) => set({ expiryDate: event.target.value })}
                  />
                )}
              </Field>
            )}
            <Field
              label="Monthly cap"
              isOptional
              hint="The most records the key can use in a UTC month."
              error={capIssue}
            >
              {(control) => (
                <Input
                  {...control}
                  inputMode="numeric"
                  autoComplete="off"
                  suffix="records"
                  value={values.cap}
                  onChange={(event) => set({ cap: event.target.value })}
                />
              )}
            </Field>
          </FieldStack>
        </form>
        <FailureNotice error={create.error} fields={['name', 'monthlyCapRecords', 'expiresAt', 'scopes']} />
        <UnseenKey error={create.error} />
      </DialogBody>
      <DialogActions>
        <CancelButton isBusy={create.isPending} onClick={onCancel} />
        <Button kind="primary" type="submit" form={formId} isBusy={create.isPending}>
          Create key
        </Button>
      </DialogActions>
    </>
  );
}
