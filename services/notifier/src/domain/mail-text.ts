import { escapeHtml } from '@heliograph/contract';

/** An email's content, without its addresses. */
export interface MailText {
  subject: string;
  text: string;
  html: string;
}

/** The parts of an email, all plain text. */
interface Parts {
  subject: string;
  title: string;
  /** What the email is about, as its owner calls it; undefined if the title says it. */
  about?: string;
  note: string;
  rows?: readonly (readonly [string, string])[];
  action: { label: string; url: string };
  /** The account's name, which tells a user's accounts apart; may be empty. */
  account: string;
  why: string;
  /** Undefined if there is nothing to unsubscribe from. */
  unsubscribeUrl?: string;
}

/** As text, and as HTML in the dashboard's design. */
export function mailOf(parts: Parts): MailText {
  const { subject, title, about, note, rows = [], action, account, why, unsubscribeUrl } = parts;
  const whose = account === '' ? '' : `Account: ${account}\n`;
  const text = [
    ...(about === undefined ? [] : [about]),
    `${title}\n${note}`,
    ...(rows.length === 0 ? [] : [rows.map(([name, value]) => `${name}: ${value}`).join('\n')]),
    `${action.label}:\n${action.url}`,
    whose + (unsubscribeUrl === undefined ? why : `${why} Unsubscribe:\n${unsubscribeUrl}`),
  ].join('\n\n');
  return { subject, text, html: htmlOf(parts) };
}

/** Uses inline styles, which every mail client shows. */
function htmlOf({ title, about, note, rows = [], action, account, why, unsubscribeUrl }: Parts): string {
  const lines = rows
    .map(
      ([name, value]) =>
        `<tr><td style="padding:4px 0">${escapeHtml(name)}</td>` +
        `<td align="right" style="padding:4px 0;font-weight:600">${escapeHtml(value)}</td></tr>`,
    )
    .join('');
  const stop =
    unsubscribeUrl === undefined
      ? ''
      : `\n<a href="${escapeHtml(unsubscribeUrl)}" style="color:#5d5a52">Unsubscribe</a>`;
  const whose = account === '' ? '' : `Account: <bdi>${escapeHtml(account)}</bdi><br>\n`;
  const subject = about === undefined ? '' : `<bdi>${escapeHtml(about)}</bdi><br>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title>
<style>@media (prefers-color-scheme: dark) {
.page { background: #111214 !important } .card { background: #1a1b1e !important; border-color: #313439 !important }
.text { color: #ededea !important } .quiet, .quiet a { color: #a8abb2 !important } .action { background: #3f68de !important }
}</style></head>
<body class="page" style="margin:0;padding:24px 12px;background:#f6f6f3;font:15px/1.5 Inter,system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px;margin:0 auto">
<tr><td class="text" style="padding:0 4px 16px;color:#1c1b18;font-size:19px;font-weight:650"><span style="color:#d97706">&#9728;</span> Heliograph</td></tr>
<tr><td class="card text" style="padding:24px;background:#fff;border:1px solid #e1dfd8;border-radius:12px;color:#1c1b18;overflow-wrap:anywhere">
<h1 style="margin:0 0 4px;font-size:20px;line-height:1.25">${escapeHtml(title)}</h1>
<p style="margin:0 0 16px">${subject}<span class="quiet" style="color:#5d5a52">${escapeHtml(note)}</span></p>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="text" style="margin:0 0 20px;color:#1c1b18">${lines}</table>
<a class="action" href="${escapeHtml(action.url)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#1f4fc4;color:#fff;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a>
</td></tr>
<tr><td class="quiet" style="padding:16px 4px;color:#5d5a52;font-size:13px;overflow-wrap:anywhere">${whose}${escapeHtml(why)}${stop}</td></tr>
</table></body></html>
`;
}

const TIMESTAMP = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: 'UTC',
} as Intl.DateTimeFormatOptions);

/** For example, "Tuesday, November 24 at 06:00 UTC". */
export const timestampOf = (at: string) => `${TIMESTAMP.format(new Date(at))} UTC`;
