/** What is wrong with where a webhook's host leads, in words that follow its name; undefined when nothing is. */
export type FaultOfAddress = (url: URL) => Promise<string | undefined>;
