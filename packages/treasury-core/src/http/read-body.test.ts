import { requestLimits } from "@agent-treasury/contract";
import { describe, expect, it } from "vitest";
import { readBody as readServiceBody } from "./read-input.ts";
import { fromRequest } from "./service-request.ts";

const readBody = (request: Request) => readServiceBody(fromRequest(request));

const json = { "content-type": "application/json" };

/** A body in these pieces that ends or fails afterwards. */
function inPieces(pieces: readonly Uint8Array[], failure?: Error): Request {
  const left = [...pieces];
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = left.shift();
      if (piece !== undefined) controller.enqueue(piece);
      else if (failure === undefined) controller.close();
      else controller.error(failure);
    },
  });
  const streamed = { method: "POST", headers: json, body, duplex: "half" } as const;
  return new Request("http://localhost/", streamed);
}

/** Bytes get no content type from the platform. */
function untyped(body: Uint8Array<ArrayBuffer> | undefined): Request {
  return new Request("http://localhost/", { method: "POST", ...(body && { body }) });
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("a request body", () => {
  it("is read completely, however it was split in transit", async () => {
    const bytes = bytesOf('{"message": "grüße, 世界 🪙"}');
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const request = inPieces([bytes.subarray(0, cut), bytes.subarray(cut)]);
      expect(await readBody(request)).toEqual({ message: "grüße, 世界 🪙" });
    }
  });

  it("may begin with a byte order mark", async () => {
    expect(await readBody(inPieces([bytesOf('\ufeff{"a": 1}')]))).toEqual({ a: 1 });
  });

  it.each(["gzip", "br", "GZIP, identity"])(
    "with the encoding %s is rejected by that reason",
    async (encoding) => {
      const body = new Uint8Array([0x1f, 0x8b, 8, 0]);
      const headers = { ...json, "content-encoding": encoding };
      const request = new Request("http://localhost/", { method: "POST", headers, body });
      await expect(readBody(request)).rejects.toMatchObject({
        code: "unsupported_content_type",
        message: `The content encoding ${JSON.stringify(encoding.toLowerCase())} is not supported.`,
      });
    },
  );

  it("in gzip is rejected by that reason also without its header", async () => {
    const body = inPieces([new Uint8Array([0x1f, 0x8b, 8, 0])]);
    await expect(readBody(body)).rejects.toMatchObject({
      code: "unsupported_content_type",
      message: "The body is compressed with gzip, which is not supported.",
    });
  });

  it("that a parser decompressed is read, although its header remains", async () => {
    const headers = { ...json, "content-encoding": "gzip" };
    const request = new Request("http://localhost/", { method: "POST", headers, body: '{"a":1}' });
    expect(await readBody(request)).toEqual({ a: 1 });
  });

  it("that ends within a character is rejected", async () => {
    const cut = bytesOf('{"a": "ü').subarray(0, -1);
    await expect(readBody(inPieces([cut]))).rejects.toMatchObject({ code: "invalid_json" });
  });

  it("is not read beyond the limit", async () => {
    const piece = new Uint8Array(65_536).fill(32);
    let asked = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          asked += 1;
          controller.enqueue(piece);
        },
      },
      { highWaterMark: 0 },
    );
    const endless = { method: "POST", headers: json, body, duplex: "half" } as const;
    const request = new Request("http://localhost/", endless);
    await expect(readBody(request)).rejects.toMatchObject({ code: "body_too_large" });
    expect(asked).toBe(requestLimits.bodyBytes / piece.length + 1);
  });

  it("is not read if its length is too large or its type is unsupported", async () => {
    const length = String(requestLimits.bodyBytes + 1);
    for (const headers of [
      { ...json, "content-length": length },
      { "content-type": "text/plain" },
    ]) {
      const request = new Request("http://localhost/", { method: "POST", headers, body: "{}" });
      await expect(readBody(request)).rejects.toMatchObject({ name: "TreasuryError" });
      expect(request.bodyUsed).toBe(false);
    }
  });

  it("is measured while it arrives if it has no announced length", async () => {
    const request = new Request("http://localhost/", {
      method: "POST",
      headers: { ...json, "content-length": "many" },
      body: "{}",
    });
    expect(await readBody(request)).toEqual({});
  });

  it("counts as {} without a content type if it is empty, and is otherwise rejected", async () => {
    expect(await readBody(untyped(undefined))).toEqual({});
    expect(await readBody(untyped(new Uint8Array()))).toEqual({});
    for (const [text, code] of [
      ['{"a": 1}', "unsupported_content_type"],
      ['{"a": 1', "invalid_json"],
    ] as const) {
      const body = new TextEncoder().encode(text);
      await expect(readBody(untyped(body))).rejects.toMatchObject({ code });
    }
  });

  it("that was already read is rejected, with mounting instructions", async () => {
    const request = new Request("http://localhost/", { method: "POST", headers: json, body: "{}" });
    await request.text();
    await expect(readBody(request)).rejects.toMatchObject({ code: "body_already_read" });
  });

  it("that another reader has locked is rejected in the same way", async () => {
    const request = new Request("http://localhost/", { method: "POST", headers: json, body: "{}" });
    request.body?.getReader();
    await expect(readBody(request)).rejects.toMatchObject({ code: "body_already_read" });
  });

  it("that is incomplete is the sender's failure, and the error contains the cause", async () => {
    const cause = new Error("The connection was reset.");
    await expect(readBody(inPieces([bytesOf("{")], cause))).rejects.toMatchObject({
      code: "invalid_json",
      cause,
    });
  });
});
