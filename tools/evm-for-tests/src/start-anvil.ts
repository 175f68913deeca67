import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { anvilBinary } from "./anvil-binary.ts";

export function startAnvil(...options: readonly string[]) {
  return spawn(anvilBinary ?? "", ["--port", "0", ...options], {
    stdio: ["ignore", "pipe", "ignore"],
  });
}

export async function listeningUrl(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const [, address] = /^Listening on (\S+)$/.exec(line) ?? [];
    if (address !== undefined) {
      output.resume();
      return `http://${address}`;
    }
  }
  throw new Error("Anvil did not start.");
}
