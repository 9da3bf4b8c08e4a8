const DAYS_OF_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
const DATE_FORM = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whether a text is a date of the Gregorian calendar, written `YYYY-MM-DD`. Such dates sort as text. */
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
