import { describe, expect, it } from "vitest";
import { verifySignature } from "./signature.ts";

// The example in Slack's documentation.
const secret = "8f742231b10e8888abcd99yyyzzz85a5";
const time = 1_531_420_618;
const text =
  "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c";
const signature = "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503";

interface Given {
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly nowSeconds?: number;
  readonly secret?: string;
}

function verified(given: Given = {}): number {
  const signed = { "x-slack-signature": signature, "x-slack-request-timestamp": String(time) };
  const body = new TextEncoder().encode(given.text ?? text);
  const delivery = { body, headers: { ...signed, ...given.headers } };
  return verifySignature(delivery, given.secret ?? secret, (given.nowSeconds ?? time) * 1_000);
}

describe("the signature of a delivery", () => {
  it("is that of Slack's documentation", () => {
    expect(verified()).toBe(time);
  });

  it("is valid for 5 minutes, before and after", () => {
    expect(verified({ nowSeconds: time + 300 })).toBe(time);
    expect(verified({ nowSeconds: time - 300 })).toBe(time);
    for (const nowSeconds of [time + 301, time - 301]) {
      expect(() => verified({ nowSeconds })).toThrow("older than 5 minutes");
    }
  });

  it.each<[string, Given]>([
    ["another body", { text: `${text}&decision=approve` }],
    ["another secret", { secret: `${secret}0` }],
    ["another time", { headers: { "x-slack-request-timestamp": String(time + 1) } }],
    ["no time", { headers: { "x-slack-request-timestamp": "" } }],
    ["a time that is not a number", { headers: { "x-slack-request-timestamp": "soon" } }],
    ["no signature", { headers: { "x-slack-signature": "" } }],
    ["the wrong version", { headers: { "x-slack-signature": signature.replace("v0", "v1") } }],
    ["part of a signature", { headers: { "x-slack-signature": signature.slice(0, -1) } }],
    ["upper case", { headers: { "x-slack-signature": signature.toUpperCase() } }],
  ])("is refused for %s", (_name, given) => {
    expect(() => verified(given)).toThrow("not signed");
  });
});
