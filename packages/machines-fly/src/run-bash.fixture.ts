import { spawn } from "node:child_process";
import { once } from "node:events";
import { HttpResponse } from "msw";
import type { FlyError, FlyExecAnswer, FlyExecRequest } from "./api/fly-types.ts";

/** Runs a command in a shell of the test's machine. */
export async function runBash({ command = [], timeout = 60 }: FlyExecRequest): Promise<Response> {
  const [program, ...words] = command;
  if (program !== "/bin/bash" || words[0] !== "-lc" || words.length !== 2) {
    return HttpResponse.json({ error: `no such program: ${program}` }, { status: 400 });
  }
  // Without a home, so that no profile of a developer has a part in it.
  const env = { PATH: process.env["PATH"], HOME: "/nonexistent" };
  const child = spawn("bash", words, { env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)];
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    // The shell and its child processes.
    process.kill(-(child.pid ?? 0), "SIGKILL");
  }, timeout * 1_000);
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  clearTimeout(timer);
  if (isOver) {
    const error: FlyError = { error: "deadline_exceeded: command did not end in time" };
    return HttpResponse.json(error, { status: 408 });
  }
  const answer: FlyExecAnswer = {
    exit_code: code ?? -1,
    exit_signal: signal === null ? 0 : 9,
    stdout: stdout.text(),
    stderr: stderr.text(),
  };
  // Fly sometimes labels JSON as bytes.
  const headers = { "content-type": "application/octet-stream" };
  return new HttpResponse(JSON.stringify(answer), { headers });
}

function collect(stream: NodeJS.ReadableStream): { text(): string } {
  const chunks: Buffer[] = [];
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  return { text: () => Buffer.concat(chunks).toString("utf8") };
}
