/**
 * The URLs that a page wrote, until the router reports them: it does so later, one after the other or only the last,
 * and in between it reports those that the user chose by going back and forward.
 */
export class WrittenUrls {
  /** The first is the one reported last. */
  private urls: string[];

  constructor(reported: string) {
    this.urls = [reported];
  }

  /** The newest one, reported or not. */
  get latest(): string {
    return this.urls.at(-1)!;
  }

  add(url: string): void {
    this.urls.push(url);
  }

  /** @returns whether the page wrote it; otherwise the user chose it, and what was written before does not matter. */
  report(url: string): boolean {
    const place = this.urls.indexOf(url);
    this.urls = place < 0 ? [url] : this.urls.slice(place);
    return place >= 0;
  }
}
