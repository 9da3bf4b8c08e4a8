/**
 * The URLs a page has written but the router has not reported yet. The router reports them later, one by one or only
 * the last, interleaved with URLs the user reaches with Back and Forward.
 */
export class WrittenUrls {
  /** The first one is the last one reported. */
  private urls: string[];

  constructor(reported: string) {
    this.urls = [reported];
  }

  /** The newest URL, reported or not. */
  get latest(): string {
    return this.urls.at(-1)!;
  }

  add(url: string): void {
    this.urls.push(url);
  }

  /** @returns whether the page wrote it; otherwise the user navigated to it, and earlier writes no longer matter. */
  report(url: string): boolean {
    const place = this.urls.indexOf(url);
    this.urls = place < 0 ? [url] : this.urls.slice(place);
    return place >= 0;
  }
}
