import { MEMBER_ROLES, type MemberRole } from '@heliograph/contract';
import { FieldGroup, Radio } from '../../design';
import { ROLE_TEXTS } from '../../layout/member-roles';

/** Chooses a role; says what each may do. */
export function RoleField({
  value,
  error,
  onChange,
}: {
  value: MemberRole;
  error?: string | null;
  onChange: (role: MemberRole) => void;
}) {
  return (
    <FieldGroup legend="Role" error={error}>
      {MEMBER_ROLES.map((role) => (
        <Radio
          key={role}
          name="role"
          label={ROLE_TEXTS[role].label}
          hint={ROLE_TEXTS[role].hint}
          checked={role === value}
          onChange={() => onChange(role)}
        />
      ))}
    </FieldGroup>
  );
}
