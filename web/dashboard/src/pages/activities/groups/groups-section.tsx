import { Fragment, useState } from 'react';
import { useHasDraft } from '../../../api/use-draft';
import { Button } from '../../../design';
import { describeGroup } from '../domain/search-groups';
import type { FilterProps } from '../filter-panel/filter-props';
import { FilterSection } from '../filter-panel/filter-section';
import { GROUPS, GroupsDialog } from './groups-dialog';
import styles from './groups.module.css';

/** Describes the groups in words, with a button to edit them. */
export function GroupsSection({ filters, onChange, issueOf }: FilterProps) {
  const hasDraft = useHasDraft(GROUPS);
  const [isOpen, setOpen] = useState(hasDraft);
  const { searchGroups } = filters;
  const issue = issueOf('searchGroups');
  return (
    <FilterSection
      title="Search groups"
      activeCount={searchGroups?.groups.length ?? 0}
      isInvalid={issue !== undefined}
      startsOpen={hasDraft}
    >
      {searchGroups ? (
        <div className={styles.summary}>
          {searchGroups.groups.map((group, index) => (
            <Fragment key={index}>
              {index > 0 && <p className={styles.joint}>{searchGroups.op}</p>}
              <p className={styles.sentence}>
                <bdi>{describeGroup(group)}</bdi>
              </p>
            </Fragment>
          ))}
        </div>
      ) : (
        <p className={styles.intro}>
          Combine up to four groups of terms, such as companies that raised a Series A <em>and</em> look for a
          head of sales.
        </p>
      )}
      {issue && <p className={styles.error}>{issue}</p>}
      <div>
        <Button size="small" onClick={() => setOpen(true)}>
          {searchGroups ? 'Change groups' : 'Build groups'}
        </Button>
      </div>
      <GroupsDialog
        isOpen={isOpen}
        groups={searchGroups}
        onClose={() => setOpen(false)}
        onApply={(groups) => onChange({ searchGroups: groups })}
      />
    </FilterSection>
  );
}
