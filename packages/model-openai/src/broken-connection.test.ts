import { createServer, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { ModelPart } from "@agent-treasury/provider";
import { afterEach, describe, expect, it } from "vitest";
import { failureOf, textOf } from "./openai-model.fixture.ts";
import { openaiModel, type OpenaiModelOptions } from "./openai-model.ts";

const servers = new Set<Server>();

afterEach(() => {
  for (const server of servers) server.closeAllConnections();
  for (const server of servers) server.close();
  servers.clear();
});

async function listening(listener: RequestListener) {
  const server = createServer(listener);
  servers.add(server);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
  return { port: (server.address() as AddressInfo).port, close };
}

async function modelAt(listener: RequestListener, options: OpenaiModelOptions = {}) {
  const { port } = await listening(listener);
  const baseUrl = `http://127.0.0.1:${port}/v1`;
  return openaiModel({ model: "test-model", baseUrl, maximumRetries: 0, ...options });
}

function begin(response: ServerResponse, text: string): void {
  const choices = [{ index: 0, delta: { content: text }, finish_reason: null }];
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(`data: ${JSON.stringify({ choices })}\n\n`);
}

function request(signal: AbortSignal) {
  const messages = [{ role: "user", content: "hello" }] as const;
  return { messages, maximumOutputTokens: 5, signal };
}

describe("an endpoint that stops responding", () => {
  it("times out before its answer begins", async () => {
    const model = await modelAt(() => undefined, { timeoutSeconds: 0.05 });
    const { code, message } = await failureOf(model);
    expect(code).toBe("model_failed");
    expect(message).toBe("The model's endpoint was silent for 0.05 s.");
  });

  it("times out during its answer, after the text so far", async () => {
    const model = await modelAt((_request, response) => begin(response, "So far"), {
      timeoutSeconds: 3,
    });
    const parts: ModelPart[] = [];
    const { code, message } = await failureOf(model, parts);
    expect(textOf(parts)).toBe("So far");
    expect(code).toBe("model_failed");
    expect(message).toBe("The model's endpoint was silent for 3 s.");
  });

  it("times out during a body that is not a stream", async () => {
    const model = await modelAt(
      (_request, response) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.write('{"error":');
      },
      { timeoutSeconds: 3 },
    );
    expect((await failureOf(model)).message).toContain("was silent for 3 s");
  });

  it("does not time out while the reader is slow", async () => {
    const model = await modelAt(
      (_request, response) => {
        begin(response, "a");
        response.end('data: {"choices":[{"delta":{"content":"b"},"finish_reason":"stop"}]}\n\n');
      },
      { timeoutSeconds: 3 },
    );
    const parts: ModelPart[] = [];
    for await (const part of model.stream(request(new AbortController().signal))) {
      parts.push(part);
      if (parts.length === 1) await new Promise((resolve) => setTimeout(resolve, 3_200));
    }
    expect(textOf(parts)).toBe("ab");
    expect(parts.at(-1)?.kind).toBe("finish");
  });
});

describe("a connection that breaks", () => {
  it("fails the call before the answer begins", async () => {
    const model = await modelAt((_request, response) => response.destroy());
    const { code, message } = await failureOf(model);
    expect(code).toBe("model_failed");
    expect(message).toContain("could not be reached");
  });

  it("fails the call during the answer, after the text so far", async () => {
    const model = await modelAt((_request, response) => {
      begin(response, "So far");
      setTimeout(() => response.destroy(), 50);
    });
    const parts: ModelPart[] = [];
    const { code, message } = await failureOf(model, parts);
    expect(textOf(parts)).toBe("So far");
    expect(code).toBe("model_failed");
    expect(message).toBe(
      "The model's endpoint closed the connection before the answer was complete.",
    );
  });

  it("fails when no server listens, without the password in the message", async () => {
    const { port, close } = await listening(() => undefined);
    await close();
    const nowhere = (host: string) =>
      openaiModel({ model: "gpt", baseUrl: `http://${host}:${port}/v1`, maximumRetries: 0 });
    const { code, message } = await failureOf(nowhere("127.0.0.1"));
    expect(code).toBe("model_failed");
    expect(message).toBe(
      "The model's endpoint could not be reached (ECONNREFUSED); check OPENAI_BASE_URL.",
    );
    const withPassword = await failureOf(nowhere("user:password@127.0.0.1"));
    expect(withPassword.message).toContain("The model's endpoint could not be reached");
    expect(withPassword.message).not.toContain("password");
  });
});

describe("an abort", () => {
  it("ends the request before the answer begins", async () => {
    const controller = new AbortController();
    const reason = new Error("called off");
    const closed = Promise.withResolvers<void>();
    const model = await modelAt((_request, response) => {
      response.on("close", closed.resolve);
      controller.abort(reason);
    });
    const first = model.stream(request(controller.signal))[Symbol.asyncIterator]().next();
    await expect(first).rejects.toBe(reason);
    await closed.promise;
  });

  it("ends the request during the answer", async () => {
    const controller = new AbortController();
    const reason = new Error("called off");
    const closed = Promise.withResolvers<void>();
    const model = await modelAt((_request, response) => {
      response.on("close", closed.resolve);
      begin(response, "So far");
    });
    const parts = model.stream(request(controller.signal))[Symbol.asyncIterator]();
    expect(await parts.next()).toMatchObject({ value: { text: "So far" } });
    const next = parts.next();
    controller.abort(reason);
    await expect(next).rejects.toBe(reason);
    await closed.promise;
  });

  it("takes effect between the last text and the finish", async () => {
    const controller = new AbortController();
    const reason = new Error("called off");
    const model = await modelAt((_request, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end('data: {"choices":[{"delta":{"content":"All"},"finish_reason":"stop"}]}\n\n');
    });
    const parts = model.stream(request(controller.signal))[Symbol.asyncIterator]();
    expect(await parts.next()).toMatchObject({ value: { text: "All" } });
    controller.abort(reason);
    await expect(parts.next()).rejects.toBe(reason);
  });

  it("is not needed when the reader stops, which also ends the request", async () => {
    const closed = Promise.withResolvers<void>();
    const model = await modelAt((_request, response) => {
      response.on("close", closed.resolve);
      begin(response, "So far");
    });
    for await (const part of model.stream(request(new AbortController().signal))) {
      expect(part.kind).toBe("text");
      break;
    }
    await closed.promise;
  });
});
