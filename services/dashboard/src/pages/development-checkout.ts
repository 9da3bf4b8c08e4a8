import { markup, type Page } from './page';

/** A checkout as it is shown. */
export interface ShownCheckout {
  /** As "25.00". */
  dollars: string;
  payPath: string;
  cancelPath: string;
}

export function checkoutPage({ dollars, payPath, cancelPath }: ShownCheckout): Page {
  const [cancelTarget = '', cancelQuery = ''] = cancelPath.split('?');
  const [name = '', value = ''] = cancelQuery.split('=');
  return {
    title: 'Development payment',
    content: markup`<p class="notice">This page stands in for a payment provider. No money moves, and it is not for production.</p>
<dl><dt>For</dt><dd>Prepaid API records</dd><dt>Amount</dt><dd>$${dollars}</dd></dl>
<div class="actions">
<form method="post" action="${payPath}"><button>Pay $${dollars}</button></form>
<form method="get" action="${cancelTarget}"><input type="hidden" name="${name}" value="${value}" /><button class="other">Cancel</button></form>
</div>`,
  };
}

/** The payment was made, and what was to take it in did not. */
export function unfinishedPage(): Page {
  return {
    title: 'The payment did not arrive',
    content: markup`<p>The dashboard did not take the payment in. Go back and press Pay again: it is credited once.</p>
<p><a href="/billing">Back to billing</a></p>`,
  };
}
