/** What is wrong with where a webhook's host resolves, in words that follow its name; undefined when nothing is. */
export type IssueWithAddress = (url: URL) => Promise<string | undefined>;
