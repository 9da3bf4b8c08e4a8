import { SEARCH_GROUPS } from '@heliograph/contract';
import { type FormEvent, useId, useState } from 'react';
import { useDraft } from '../../../api/use-draft';
import { Button, Dialog, DialogActions, DialogBody, IconButton, Notice, Segments } from '../../../design';
import { countTerms, type SearchGroups } from '../domain/search-groups';
import {
  addGroup,
  changeGroup,
  draftOf,
  issueWithGroups,
  finished,
  removeGroup,
  type DraftGroup,
} from './draft-groups';
import styles from './groups.module.css';
import { TermListField } from './term-list-field';

interface GroupsDialogProps {
  isOpen: boolean;
  groups: SearchGroups | null;
  onClose: () => void;
  onApply: (groups: SearchGroups | null) => void;
}

/** The form's name among drafts. */
export const GROUPS = 'search-groups';

/** Edits `searchGroups`: up to four groups of terms about one activity or one company. */
export function GroupsDialog({ isOpen, onClose, ...content }: GroupsDialogProps) {
  return (
    <Dialog isOpen={isOpen} title="Search groups" size="large" onClose={onClose}>
      <GroupsForm {...content} onClose={onClose} />
    </Dialog>
  );
}

function GroupsForm({ groups, onClose, onApply }: Omit<GroupsDialogProps, 'isOpen'>) {
  const [draft, setDraft] = useDraft(GROUPS, () => draftOf(groups));
  const [issue, setIssue] = useState<string | undefined>();
  const formId = useId();

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const result = finished(draft);
    const found = issueWithGroups(result);
    setIssue(found);
    if (found) return;
    onClose();
    onApply(result);
  };
  const isFull = draft.groups.length >= SEARCH_GROUPS.groups;
  return (
    <>
      <DialogBody>
        <p className={styles.intro}>
          A group about <strong>one activity</strong> looks at titles one by one. A group about{' '}
          <strong>one company</strong> also matches when its terms are spread over several of the company’s
          activities; it shows those that contain a term.
        </p>
        <form id={formId} onSubmit={submit} className={styles.form}>
          {draft.groups.length > 1 && (
            <div className={styles.choice}>
              <span aria-hidden="true">Match</span>
              <Segments
                label="How groups are combined"
                value={draft.op}
                options={[
                  { value: 'and', label: 'all groups' },
                  { value: 'or', label: 'any group' },
                ]}
                onChange={(op) => setDraft({ ...draft, op })}
              />
            </div>
          )}
          {draft.groups.map((group, index) => (
            <GroupFields
              key={group.key}
              group={group}
              number={index + 1}
              onChange={(change) => setDraft(changeGroup(draft, group.key, change))}
              onRemove={draft.groups.length > 1 ? () => setDraft(removeGroup(draft, group.key)) : undefined}
            />
          ))}
          <div className={styles.foot}>
            <Button icon="plus" size="small" disabled={isFull} onClick={() => setDraft(addGroup(draft))}>
              Add group
            </Button>
            <p className={styles.count}>
              {draft.groups.length} of {SEARCH_GROUPS.groups} groups · {countTerms(draft.groups)} of{' '}
              {SEARCH_GROUPS.terms} terms
            </p>
          </div>
        </form>
        {issue && (
          <Notice tone="danger" live="alert">
            {issue}
          </Notice>
        )}
      </DialogBody>
      <DialogActions>
        {groups !== null && (
          <Button
            kind="quiet"
            onClick={() => {
              onClose();
              onApply(null);
            }}
          >
            Remove groups
          </Button>
        )}
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" form={formId}>
          Search
        </Button>
      </DialogActions>
    </>
  );
}

function GroupFields({
  group,
  number,
  onChange,
  onRemove,
}: {
  group: DraftGroup;
  number: number;
  onChange: (change: Partial<DraftGroup>) => void;
  onRemove: (() => void) | undefined;
}) {
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>Group {number}</legend>
      {onRemove && (
        <span className={styles.remove}>
          <IconButton icon="close" label={`Remove group ${number}`} onClick={onRemove} />
        </span>
      )}
      <div className={styles.choices}>
        <div className={styles.choice}>
          <span aria-hidden="true">About</span>
          <Segments
            label={`What group ${number} is about`}
            value={group.scope}
            options={[
              { value: 'activity', label: 'one activity' },
              { value: 'company', label: 'one company' },
            ]}
            onChange={(scope) => onChange({ scope })}
          />
        </div>
        <div className={styles.choice}>
          <span aria-hidden="true">with</span>
          <Segments
            label={`How the terms of group ${number} match`}
            value={group.match}
            options={[
              { value: 'and', label: 'all terms' },
              { value: 'or', label: 'any term' },
            ]}
            onChange={(match) => onChange({ match })}
          />
        </div>
      </div>
      <TermListField
        group={group}
        list="terms"
        label="Terms"
        placeholder="Word or phrase"
        onChange={onChange}
      />
      <TermListField
        group={group}
        list="exclude"
        label="But none of"
        placeholder="Word or phrase"
        onChange={onChange}
      />
    </fieldset>
  );
}
