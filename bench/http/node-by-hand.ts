import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import type { Treasury } from "@agent-treasury/treasury-core";

/** The two routes on Node's own server, as the lower bound. */
export function nodeByHand(treasury: Treasury): RequestListener {
  return (request, response) => {
    answer(treasury, request, response).catch((error: unknown) => {
      response.statusCode = 500;
      response.end(String(error));
    });
  };
}

async function answer(
  treasury: Treasury,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [path, query] = (request.url ?? "/").split("?");
  if (request.method === "GET" && path === "/api/service/treasury") {
    const workspaceId = new URLSearchParams(query).get("workspaceId") ?? undefined;
    send(response, await treasury.state(workspaceId));
  } else if (request.method === "POST" && path === "/api/service/treasury/decide") {
    const proposal = await treasury.decide(JSON.parse(await text(request)));
    send(response, { proposal, state: await treasury.state(proposal.workspaceId) });
  } else {
    response.statusCode = 404;
    response.end();
  }
}

function send(response: ServerResponse, body: object): void {
  response.setHeader("content-type", "application/json; charset=utf-8");
  response.end(JSON.stringify(body));
}
