import type { DigestContent } from './digest';
import { mailOf, timestampOf, type MailText } from './mail-text';

/** Where a digest's links go. */
interface DigestLinks {
  /** The saved search's page. */
  page: string;
  unsubscribe: string;
}

/**
 * The text and HTML of a digest. It has counts and no records, so nothing is charged.
 *
 * @param account its name; may be empty.
 */
export function digestMail(content: DigestContent, account: string, links: DigestLinks): MailText {
  const { name, categories, frequency } = content;
  const count = quantityOf(content);
  return mailOf({
    subject: `${count}: ${name}`,
    title: count,
    about: name,
    note: `since ${timestampOf(content.since)}`,
    rows: categories.map((each) => [categoryName(each.category), each.count.toLocaleString('en-US')]),
    action: { label: 'See what is new', url: links.page },
    account,
    why: `You get this ${frequency} email because it was chosen for this saved search.`,
    unsubscribeUrl: links.unsubscribe,
  });
}

function quantityOf({ total, hasMore }: DigestContent): string {
  if (total === 1 && !hasMore) return '1 new activity';
  return `${total.toLocaleString('en-US')}${hasMore ? '+' : ''} new activities`;
}

/** "product-launch" becomes "Product launch". */
function categoryName(category: string): string {
  const text = category.replaceAll(/[-_]+/g, ' ');
  return text.slice(0, 1).toUpperCase() + text.slice(1, 60);
}
