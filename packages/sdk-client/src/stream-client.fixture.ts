import type { TurnStreamItem } from "@agent-treasury/contract/wire";
import { createTreasuryClient } from "./create-treasury-client.ts";
import type { TreasuryClientOptions } from "./options.ts";
import type { TreasuryClient } from "./treasury-client.ts";

/** A client of a service that responds with `answer`. */
export function clientOf(
  answer: (request: Request, index: number) => Response | Promise<Response>,
  options: Partial<TreasuryClientOptions> = {},
): { readonly client: TreasuryClient; readonly requests: readonly Request[] } {
  const requests: Request[] = [];
  const client = createTreasuryClient({
    baseUrl: "http://treasury.test",
    workspaceId: "acme",
    ...options,
    fetch: async (input, init) => {
      const request = new Request(input, init);
      requests.push(request.clone());
      return answer(request, requests.length - 1);
    },
  });
  return { client, requests };
}

export async function collect(stream: AsyncIterable<TurnStreamItem>): Promise<TurnStreamItem[]> {
  const items: TurnStreamItem[] = [];
  for await (const item of stream) items.push(item);
  return items;
}

/** A failed response. */
export function refusal(status: number, code: string): Response {
  return Response.json({ error: "No.", code, requestId: "req_1" }, { status });
}
