import { expect, it } from "vitest";
import { fromRequest } from "../service-request.ts";
import { acceptsStream } from "./answer-by-stream.ts";

function asked(accept: string | null): boolean {
  const headers = accept === null ? {} : { accept };
  return acceptsStream(fromRequest(new Request("http://localhost/", { headers })));
}

it.each([
  "text/event-stream",
  "Text/Event-Stream",
  "text/event-stream; charset=utf-8",
  "text/event-stream, application/json",
  "application/json;q=0.5, text/event-stream;q=0.9",
  "text/html, text/event-stream, */*;q=0.1",
])("responds with a stream to %j", (accept) => {
  expect(asked(accept)).toBe(true);
});

it.each([
  null,
  "",
  "*/*",
  "text/*",
  "application/json",
  "application/json, text/event-stream",
  "application/json, text/event-stream;q=0.9",
  "text/event-stream;q=0",
  "text/event-stream;q=none",
  "text/event-streams",
])("responds with JSON to %j", (accept) => {
  expect(asked(accept)).toBe(false);
});
