import { FORM_RULES, type FormParameter } from '@heliograph/contract';

/** A fault of a form, in words. */
export interface FormFault {
  parameter: string;
  message: string;
}

/**
 * The faults of a form's values: missing ones, and invalid ones.
 *
 * @param allowed the optional parameters; anything else is a fault as well.
 */
export function faultsOfForm(
  values: ReadonlyMap<string, string>,
  required: readonly FormParameter[],
  allowed: readonly FormParameter[],
): FormFault[] {
  const faults: FormFault[] = [];
  for (const parameter of required) {
    if (!values.has(parameter)) faults.push({ parameter, message: 'is missing' });
  }
  for (const [name, value] of values) {
    const parameter = name as FormParameter;
    if (!required.includes(parameter) && !allowed.includes(parameter)) {
      faults.push({ parameter, message: 'does not belong to this grant_type' });
    } else if (!FORM_RULES[parameter].form.test(value)) {
      faults.push({ parameter, message: FORM_RULES[parameter].rule });
    }
  }
  return faults;
}
