import { createServer } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { writeAnswer } from "./write-answer.ts";

it.each([
  ["ASCII", ["a".repeat(70_000), "b".repeat(10)]],
  ["other characters", ["a".repeat(70_000), "Grüße ", "🍵".repeat(30_000)]],
])("pieces of text arrive whole and with their length: %s", async (_, body) => {
  const server = createServer((_request, response) => {
    const headers = [["content-type", "text/plain; charset=utf-8"]] as const;
    void writeAnswer({ status: 200, headers, body }, response);
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { readonly port: number };
  const response = await fetch(`http://127.0.0.1:${port}`);
  const text = body.join("");
  expect(await response.text()).toBe(text);
  expect(response.headers.get("content-length")).toBe(String(Buffer.byteLength(text)));
});
