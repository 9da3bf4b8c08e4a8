const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
const MOMENT =
  /^(\d{4}-\d{2}-\d{2})T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const DATE_FORM = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whether a text is a date of the Gregorian calendar written `YYYY-MM-DD`. Such dates compare as texts. */
export function isCalendarDate(text: string): boolean {
  const match = DATE_FORM.exec(text);
  if (!match) return false;
  const year = Number(match[1]);
  const month = Number(match[2]);
  const day = Number(match[3]);
  const usual = DAYS_OF_MONTH[month - 1];
  if (usual === undefined || day < 1) return false;
  const isLeapYear = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day <= (month === 2 && isLeapYear ? 29 : usual);
}

/**
 * Parses an ISO 8601 moment with its zone: without one it would be ambiguous. Seconds are optional.
 *
 * @returns undefined for another form, and for a day that does not exist, which `Date` would move to the next month.
 */
export function readMoment(text: string): Date | undefined {
  const match = MOMENT.exec(text);
  return match && isCalendarDate(match[1]!) ? new Date(text) : undefined;
}
