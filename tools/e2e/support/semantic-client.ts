import type { ApiResponse, ApiClient, Page, Query, Signal } from './api-client';

interface SemanticPage extends Page {
  items: (Signal & { similarity: number })[];
  search: {
    mode: string;
    model: string;
    ranking: string;
    candidateLimit: number;
    asOf: string;
    cursorExpiresAt: string;
    poolSize: number;
    matched: number;
  };
}

/** Requests a page of semantic search, which must succeed. */
export async function semanticSearch(
  client: ApiClient,
  semantic: string,
  query: Query = {},
  headers: Record<string, string> = {},
): Promise<ApiResponse<{ data: SemanticPage }>> {
  const response = await client.search({ semantic, ...query }, headers);
  return response as unknown as ApiResponse<{ data: SemanticPage }>;
}

/** Requests all pages, one after another. */
export async function allPages(
  client: ApiClient,
  semantic: string,
  query: Query = {},
): Promise<SemanticPage['items']> {
  const items: SemanticPage['items'] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { data }: { data: SemanticPage } = (await semanticSearch(client, semantic, { ...query, cursor }))
      .body;
    items.push(...data.items);
    cursor = data.nextCursor;
  }
  return items;
}

/** Whether they are in the order of semantic search: similarity descending, then id descending as a number. */
export function isInOrder(items: readonly { id: string; similarity: number }[]): boolean {
  return items.every((item, index) => {
    const next = items[index + 1];
    if (!next) return true;
    return (
      item.similarity > next.similarity ||
      (item.similarity === next.similarity && BigInt(item.id) > BigInt(next.id))
    );
  });
}
