import type { CreatedInvitation, MemberRole } from '@heliograph/dashboard-api';
import { type FormEvent, useId, useRef, useState } from 'react';
import { asApiError, issueOf } from '../../api/errors';
import { useInvite } from '../../api/members';
import { useDraft } from '../../api/use-draft';
import {
  Button,
  CancelButton,
  CopyButton,
  Dialog,
  DialogActions,
  DialogBody,
  FailureNotice,
  Field,
  FieldStack,
  focusFirstInvalid,
  Input,
  Time,
} from '../../design';
import { RoleField } from './role-field';
import styles from './settings.module.css';

/** The form's name among drafts. */
export const INVITATION = 'invitation';

/** Invites a person: first the form, then the link to give them. */
export function InviteMember({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [created, setCreated] = useState<CreatedInvitation | null>(null);
  const close = () => {
    setCreated(null);
    onClose();
  };
  return (
    <>
      <Dialog isOpen={isOpen && created === null} title="Invite a member" onClose={close}>
        <InviteForm onCancel={close} onCreated={setCreated} />
      </Dialog>
      <Dialog isOpen={created !== null} title="Send this link" onClose={close}>
        {created && <InvitationLink created={created} onDone={close} />}
      </Dialog>
    </>
  );
}

function InviteForm({
  onCancel,
  onCreated,
}: {
  onCancel: () => void;
  onCreated: (created: CreatedInvitation) => void;
}) {
  const [email, setEmail] = useDraft(INVITATION, () => '');
  const [memberRole, setMemberRole] = useState<MemberRole>('developer');
  const invite = useInvite();
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (invite.isPending) return;
    invite.mutate(
      { email: email.trim(), memberRole },
      { onSuccess: onCreated, onError: () => focusFirstInvalid(form) },
    );
  };
  const emailIssue = issueOf(invite.error, 'email');
  const isElsewhere = invite.isError && (asApiError(invite.error)?.issues.length ?? 0) === 0;
  return (
    <>
      <DialogBody>
        <form ref={form} id={formId} onSubmit={submit} noValidate>
          <FieldStack>
            <Field
              label="Email address"
              hint="The person has to sign in with it. It must be verified by the identity provider."
              error={emailIssue}
            >
              {(control) => (
                <Input
                  {...control}
                  data-autofocus
                  type="email"
                  autoComplete="off"
                  value={email}
                  onChange={(event) => setEmail(event.target.value)}
                />
              )}
            </Field>
            <RoleField
              value={memberRole}
              error={issueOf(invite.error, 'memberRole')}
              onChange={setMemberRole}
            />
          </FieldStack>
        </form>
        {isElsewhere && <FailureNotice error={invite.error} />}
      </DialogBody>
      <DialogActions>
        <CancelButton isBusy={invite.isPending} onClick={onCancel} />
        <Button kind="primary" type="submit" form={formId} isBusy={invite.isPending}>
          Create invitation
        </Button>
      </DialogActions>
    </>
  );
}

function InvitationLink({
  created: { link, invitation },
  onDone,
}: {
  created: CreatedInvitation;
  onDone: () => void;
}) {
  const id = useId();
  return (
    <>
      <DialogBody>
        <p>
          Send it to <bdi>{invitation.email}</bdi> yourself: no email is sent. It works once, for this
          address, until <Time at={invitation.expiresAt} />. If it is lost, invite the address again.
        </p>
        <div className={styles.link}>
          <label htmlFor={id} className="visually-hidden">
            Invitation link
          </label>
          <Input
            id={id}
            readOnly
            data-autofocus
            value={link}
            spellCheck={false}
            onFocus={(event) => event.target.select()}
          />
          <CopyButton text={link} label="Copy link" kind="primary" size="medium" />
        </div>
      </DialogBody>
      <DialogActions>
        <Button onClick={onDone}>Done</Button>
      </DialogActions>
    </>
  );
}
