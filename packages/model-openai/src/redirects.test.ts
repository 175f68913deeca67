import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import OpenAI from "openai";
import { afterAll, beforeAll, expect, it } from "vitest";
import { failureOf } from "./openai-model.fixture.ts";
import { openaiModel } from "./openai-model.ts";

const asked: string[] = [];
const server = createServer((request, response) => {
  asked.push(request.url ?? "");
  response.writeHead(307, { location: "/elsewhere" }).end();
});
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
});

it("rejects redirects, also with the app's own client, and reports them", async () => {
  const { port } = server.address() as AddressInfo;
  const client = new OpenAI({ apiKey: "sk-0123", baseURL: `http://127.0.0.1:${port}/v1` });
  const { message } = await failureOf(openaiModel({ model: "m", client, maximumRetries: 0 }));
  expect(asked).toEqual(["/v1/chat/completions"]);
  expect(message).toContain("redirects are not followed");
});
