import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { ask } from "./openai-model.fixture.ts";
import { openaiModel } from "./openai-model.ts";
import { openaiJudge } from "./safety/openai-judge.ts";

/** 64 MiB compressed to 64 KiB and repeated: gzip allows any number of members. */
const member = gzipSync(Buffer.alloc(67_108_864, " "), { level: 9 });
const members = 4;

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function bomb(contentType: string): Promise<{ baseUrl: string; apiKey: string }> {
  server = createServer((request, response) => {
    request.resume();
    response.on("error", () => undefined);
    response.writeHead(200, { "content-type": contentType, "content-encoding": "gzip" });
    for (let count = 0; count < members; count += 1) response.write(member);
    response.end();
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: "sk-test" };
}

const tooLarge = {
  code: "model_failed",
  message: expect.stringContaining("more than 16 MiB"),
};

describe("a compressed response that expands to 256 MiB", () => {
  it("fails the model's answer after 16 MiB are decoded", async () => {
    const model = openaiModel({
      ...(await bomb("text/event-stream")),
      model: "m",
      maximumRetries: 0,
    });
    await expect(ask(model)).rejects.toMatchObject(tooLarge);
  });

  it("fails the judge's answer after 16 MiB are decoded", async () => {
    const endpoint = await bomb("application/json");
    const options = { ...endpoint, model: "llama-guard3", maximumRetries: 0 };
    const { signal } = new AbortController();
    const asked = openaiJudge(options).judge({ text: "tape", signal } as never);
    await expect(asked).rejects.toMatchObject(tooLarge);
  });
});
