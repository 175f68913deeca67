import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { createTreasury, type Treasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { nodeListener } from "@agent-treasury/treasury-core/node";
import { afterAll, beforeAll, expect, it } from "vitest";

let treasury: Treasury;
let server: ReturnType<typeof createServer>;

beforeAll(async () => {
  treasury = createTreasury({
    baseUrl: "http://localhost:3000",
    storage: memoryStorage(),
    recoverySeconds: false,
  });
  const listen = nodeListener(treasury);
  server = createServer((request, response) => void listen(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await treasury.close();
});

interface Answered {
  readonly status: number | undefined;
  readonly body: { readonly error?: string; readonly code?: string };
}

function ask(method: string, path: string, body: string, type: string): Promise<Answered> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const headers = { "content-type": type, "content-length": Buffer.byteLength(body) };
    const sent = httpRequest(
      { port, host: "127.0.0.1", method, path: `/api/service${path}`, headers },
      (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (piece: string) => (text += piece));
        response.on("end", () =>
          resolve({ status: response.statusCode, body: JSON.parse(text) as Answered["body"] }),
        );
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

const json = "application/json";

it.each([
  ["GET", "/treasury", { workspaceId: "acme" }, "workspaceId"],
  ["GET", "/treasury", { workspaceid: "acme" }, "workspaceId"],
  ["GET", "/treasury/proposals", { limit: 1 }, "limit"],
  ["GET", "/treasury/deposit?session_id=cs_1", { workspaceId: "acme" }, "workspaceId"],
  ["DELETE", "/agents/m1", { id: "m2" }, "id"],
])(
  "refuses a field of the operation in the body of %s %s: %j",
  async (method, path, body, field) => {
    const { status, body: answer } = await ask(method, path, JSON.stringify(body), json);
    expect([status, answer.code]).toEqual([400, "invalid_request"]);
    expect(answer.error).toContain(`\`${field}\``);
  },
);

it.each([
  ["an empty body", "", json],
  ["other fields", '{"utm_source":"mail"}', json],
  ["a list", '["workspaceId"]', json],
  ["no JSON", "workspaceId", json],
  ["another type", '{"workspaceId":"acme"}', "text/plain"],
])("ignores %s of a GET", async (_name, body, type) => {
  expect(await ask("GET", "/treasury", body, type)).toMatchObject({ status: 200 });
});
