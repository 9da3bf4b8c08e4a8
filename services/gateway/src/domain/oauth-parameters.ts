import { FORM_RULES, type FormParameter } from '@heliograph/contract';

/** An issue of a form, in words. */
export interface FormIssue {
  parameter: string;
  message: string;
}

/**
 * The issues of a form's values: missing, invalid, and unexpected ones.
 *
 * @param allowed the optional parameters; any others are issues.
 */
export function issuesWithForm(
  values: ReadonlyMap<string, string>,
  required: readonly FormParameter[],
  allowed: readonly FormParameter[],
): FormIssue[] {
  const issues: FormIssue[] = [];
  for (const parameter of required) {
    if (!values.has(parameter)) issues.push({ parameter, message: 'is missing' });
  }
  for (const [name, value] of values) {
    const parameter = name as FormParameter;
    if (!required.includes(parameter) && !allowed.includes(parameter)) {
      issues.push({ parameter, message: 'does not belong to this grant_type' });
    } else if (!FORM_RULES[parameter].form.test(value)) {
      issues.push({ parameter, message: FORM_RULES[parameter].rule });
    }
  }
  return issues;
}
