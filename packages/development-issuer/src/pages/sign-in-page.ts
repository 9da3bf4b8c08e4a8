import { escapeHtml } from '@heliograph/contract';
import type { SignInForm } from '../sign-in-form';
import type { Page } from './page';

export const DEVELOPMENT_NOTICE = 'Development sign-in. Not for production: anyone can sign in as anyone.';

/** The sign-in page. It needs no script. */
export function signInPage(form: SignInForm): Page {
  const hasIssues = form.emailIssue !== '' || form.nameIssue !== '';
  return {
    status: hasIssues ? 422 : 200,
    title: 'Sign in',
    content: `<p class="notice" role="note"><strong>${DEVELOPMENT_NOTICE}</strong></p>
<form method="post">
<div class="field">
<label for="email">Email</label>
<input id="email" name="email" type="email" required maxlength="254" autocomplete="email" autofocus value="${escapeHtml(form.email)}"${describedBy('email', form.emailIssue)}>
${issueOf('email', form.emailIssue)}</div>
<div class="field">
<label for="name">Name <span class="quiet">(optional)</span></label>
<input id="name" name="name" type="text" maxlength="100" autocomplete="name" value="${escapeHtml(form.name)}"${describedBy('name', form.nameIssue)}>
${issueOf('name', form.nameIssue)}</div>
<label class="choice"><input name="operator" type="checkbox" value="yes"${form.isOperator ? ' checked' : ''}> Sign in as operator</label>
<div class="actions">
<button type="submit" name="action" value="sign-in">Sign in</button>
<button class="other" type="submit" name="action" value="cancel" formnovalidate>Cancel</button>
</div>
</form>`,
  };
}

function describedBy(field: string, issue: string): string {
  return issue === '' ? '' : ` aria-invalid="true" aria-describedby="${field}-issue"`;
}

function issueOf(field: string, issue: string): string {
  return issue === '' ? '' : `<p class="issue" id="${field}-issue" role="alert">${escapeHtml(issue)}</p>\n`;
}
