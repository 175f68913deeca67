import { once } from "node:events";
import { type AddressInfo, type Socket, connect, createServer } from "node:net";
import { expect, it } from "vitest";
import { delayingProxy } from "./delaying-proxy.ts";

it("delivers every byte in order after the delay, and the responses", async () => {
  const echo = createServer((socket) => socket.pipe(socket)).listen(0, "127.0.0.1");
  await once(echo, "listening");
  const { port } = echo.address() as AddressInfo;
  const proxy = await delayingProxy(`postgres://postgres@127.0.0.1:${port}/postgres`, 20);
  const socket = connect(Number(new URL(proxy.url).port), "127.0.0.1");
  const start = performance.now();
  for (let part = 0; part < 200; part += 1) socket.write(`${part},`);
  const sent = Array.from({ length: 200 }, (_, part) => `${part},`).join("");

  expect(await receive(socket, sent.length)).toBe(sent);
  expect(performance.now() - start).toBeGreaterThan(15);

  socket.destroy();
  await proxy.close();
  echo.close();
});

async function receive(socket: Socket, length: number): Promise<string> {
  let received = "";
  for await (const chunk of socket) {
    received += String(chunk);
    if (received.length >= length) break;
  }
  return received;
}
