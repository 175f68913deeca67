import type { ExecutorContext } from "@agent-treasury/provider";
import { privateKeyToAccount, generatePrivateKey } from "viem/accounts";
import { expect, it } from "vitest";
import { connectedExecutor } from "./test-context.fixture.ts";
import { x402Executor } from "./x402-executor.ts";
import type { X402Options } from "./x402-options.ts";

function executorOf(rpcUrls: X402Options["rpcUrls"]) {
  return x402Executor({
    account: privateKeyToAccount(generatePrivateKey()),
    rpcUrls,
  });
}

const url = "https://rpc.example/key";

it("moves the kind of money of its networks", () => {
  expect(executorOf({ "eip155:8453": [url], "eip155:137": [url] }).mode()).toBe("live");
  expect(executorOf({ "eip155:84532": [url] }).mode()).toBe("test");
});

it.each<[string, X402Options["rpcUrls"]]>([
  ["`rpcUrls` has no network.", {}],
  ["`rpcUrls` has no URL for eip155:8453.", { "eip155:8453": [] }],
  ["The network eip155:1 is not in the table.", { "eip155:1": [url] }],
  [
    "`rpcUrls` mixes live networks with test networks.",
    { "eip155:8453": [url], "eip155:84532": [url] },
  ],
])("is not connected: %s", (message, rpcUrls) => {
  expect(() => executorOf(rpcUrls).mode()).toThrow(
    expect.objectContaining({ code: "payments_not_connected", message }),
  );
});

it("is part of one treasury, because its nonces have the id of the deployment", async () => {
  const options = {
    account: privateKeyToAccount(generatePrivateKey()),
    rpcUrls: { "eip155:84532": [url] },
  };
  expect(() => connectedExecutor(options).connect({} as ExecutorContext)).toThrow(
    expect.objectContaining({ code: "invalid_request" }),
  );
  const answer = { status: 402, headers: {}, body: new Uint8Array() };
  const request = { url, method: "GET", contentType: null, body: null } as const;
  await expect(x402Executor(options).quote(answer, request)).rejects.toMatchObject({
    code: "spend_executor_error",
    message: "The executor is not part of a treasury.",
  });
});
