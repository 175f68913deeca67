import { once } from "node:events";
import { connect } from "node:net";
import { expect, it } from "vitest";
import { serveStripeStandIn } from "./serve-stripe-stand-in.ts";

it("continues when the client disconnects during a response", async () => {
  const { url, close } = await serveStripeStandIn();
  const { hostname, port } = new URL(url);
  const caller = connect(Number(port), hostname);
  const lines = [
    "POST /v1/checkout/sessions HTTP/1.1",
    `host: ${hostname}`,
    "content-length: 100",
    "expect: 100-continue",
  ];
  caller.write(`${lines.join("\r\n")}\r\n\r\n`);
  const [told] = (await once(caller, "data")) as [Buffer];
  expect(told.toString()).toContain("100 Continue");
  caller.resetAndDestroy();
  await once(caller, "close");
  // An unhandled rejection fails the whole run.
  expect((await fetch(`${url}/v1/balance`)).headers.get("content-type")).toContain("json");
  await close();
});
