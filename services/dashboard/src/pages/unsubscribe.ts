import { markup, type Page } from './page';

/** @param path where the form is sent. */
export function unsubscribePage(path: string): Page {
  return {
    title: 'Stop these emails?',
    content: markup`<p>You will no longer get emails like the one that linked here.</p>
<div class="actions"><form method="post" action="${path}"><button>Unsubscribe</button></form></div>`,
  };
}

export function unsubscribedPage(): Page {
  return {
    title: 'You are unsubscribed',
    content: markup`<p>You will no longer get these emails. You can turn them on again in the dashboard.</p>
<p><a href="/">Dashboard</a></p>`,
  };
}

export function invalidLinkPage(): Page {
  return {
    title: 'This link is not valid',
    content: markup`<p>Part of it may be missing: copy all of it from the email. You can also turn off digests on the saved search’s page, and alerts on the billing page.</p>
<p><a href="/">Dashboard</a></p>`,
  };
}

/** Shown when the notifier did not answer. @param path where the retry is sent. */
export function notUnsubscribedPage(path: string): Page {
  return {
    title: 'You are still subscribed',
    content: markup`<p>Something went wrong on our end. Try again in a minute.</p>
<div class="actions"><form method="post" action="${path}"><button>Try again</button></form></div>`,
  };
}
