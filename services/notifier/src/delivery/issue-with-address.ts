/** What is wrong with a webhook host's addresses, worded to follow its name; undefined if nothing. */
export type IssueWithAddress = (url: URL) => Promise<string | undefined>;
