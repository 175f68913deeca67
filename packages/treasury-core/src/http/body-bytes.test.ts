import { requestLimits } from "@agent-treasury/contract";
import { describe, expect, it } from "vitest";
import { BodyBytes } from "./service-request.ts";

const mebibyte = 2 ** 20;

function received(bytes: number, announced = 0): BodyBytes {
  const body = new BodyBytes(mebibyte, announced);
  body.add(new Uint8Array(bytes));
  return body;
}

describe("request bodies that a process is receiving", () => {
  it("share one limit, beyond which the response is 503 with retry-after", () => {
    const held: BodyBytes[] = [];
    const fill = (): void => {
      while (held.length < 1_000) held.push(received(mebibyte));
    };
    const busy = { code: "service_busy", status: 503, headers: { "retry-after": "1" } };
    expect(fill).toThrow(expect.objectContaining(busy));
    expect(held.length * mebibyte).toBe(requestLimits.bufferedBytes * 0.75);
    // Small bodies, such as webhook deliveries, still have room.
    expect(received(16_384, 16_384).whole()).toHaveLength(16_384);
    expect(() => received(16_384)).toThrow(expect.objectContaining(busy));
    expect(() => received(1, mebibyte)).toThrow(expect.objectContaining(busy));

    held.pop()?.discard();
    held.pop()?.whole();
    held.push(received(mebibyte), received(mebibyte));
    expect(fill).toThrow(expect.objectContaining(busy));
    for (const body of held) body.discard();
    expect(received(mebibyte).whole()).toHaveLength(mebibyte);
  });

  it("no longer count once one of them is too large", () => {
    for (let count = 0; count < 200; count += 1) {
      const body = received(mebibyte);
      expect(() => body.add(new Uint8Array(1))).toThrow(
        expect.objectContaining({ code: "body_too_large" }),
      );
    }
  });

  it("equal the added bytes, in chunks of any size", () => {
    const text = "grüße 世界 ".repeat(500);
    const bytes = new TextEncoder().encode(text);
    const body = new BodyBytes(mebibyte, Number.NaN);
    for (let at = 0; at < bytes.length; at += 7) body.add(bytes.subarray(at, at + 7));
    expect(new TextDecoder().decode(body.whole())).toBe(text);
  });
});
