import { markup, type Page } from './page';

/** A checkout, as displayed. */
interface ShownCheckout {
  /** Such as "25.00". */
  dollars: string;
  /** For a subscription: records per month. */
  cliRecords?: number | undefined;
  payPath: string;
  cancelPath: string;
}

export function checkoutPage({ dollars, cliRecords, payPath, cancelPath }: ShownCheckout): Page {
  const isPlan = cliRecords !== undefined;
  const what = isPlan
    ? `Subscription, monthly: ${cliRecords.toLocaleString('en-US')} records for the command line, unlimited web searches`
    : 'Prepaid API records';
  const button = isPlan ? `Subscribe for $${dollars} a month` : `Pay $${dollars}`;
  const [cancelTarget = '', cancelQuery = ''] = cancelPath.split('?');
  const [name = '', value = ''] = cancelQuery.split('=');
  return {
    title: 'Development payment',
    content: markup`<p class="notice">This page stands in for a payment provider. No money moves, and it is not for production.</p>
<dl><dt>For</dt><dd>${what}</dd><dt>Amount</dt><dd>$${dollars}</dd></dl>
<div class="actions">
<form method="post" action="${payPath}"><button>${button}</button></form>
<form method="get" action="${cancelTarget}"><input type="hidden" name="${name}" value="${value}" /><button class="other">Cancel</button></form>
</div>`,
  };
}

/** A subscription, as displayed. */
interface ShownPortal {
  /** Such as "20.00". */
  dollars: string;
  /** `YYYY-MM-DD` */
  periodEnd: string;
  path: string;
  backPath: string;
}

export function portalPage({ dollars, periodEnd, path, backPath }: ShownPortal): Page {
  return {
    title: 'Development subscription',
    content: markup`<p class="notice">This page stands in for a payment provider. No money moves, and it is not for production.</p>
<dl><dt>Price</dt><dd>$${dollars} a month</dd><dt>Paid until</dt><dd>${periodEnd}</dd></dl>
<p>It renews automatically at the end of each month. Here that happens at once:</p>
<div class="actions">
<form method="post" action="${path}/renew"><button>Pay the next month now</button></form>
<form method="post" action="${path}/fail"><button class="other">Let the renewal fail</button></form>
<form method="post" action="${path}/end"><button class="other">End it now</button></form>
</div>
<p><a href="${backPath}">Back to billing</a></p>`,
  };
}

/** Shown when the payment was made but could not be recorded. */
export function unfinishedPage(): Page {
  return {
    title: 'The payment did not arrive',
    content: markup`<p>The dashboard did not accept the payment. Go back and press Pay again: it is credited only once.</p>
<p><a href="/billing">Back to billing</a></p>`,
  };
}
