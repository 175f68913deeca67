import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Where `tools/containers-for-tests/start` serves; `TREASURY_TEST_DOCKER_SOCKET` names another one. */
const socket =
  process.env["TREASURY_TEST_DOCKER_SOCKET"] ??
  join(tmpdir(), "agent-treasury-containers", "podman.sock");

/** The image that the same script makes. */
export const testImage: string =
  process.env["TREASURY_TEST_DOCKER_IMAGE"] ?? "localhost/agent-treasury-machine:test";

/** The socket of a real container host for tests, null with the reason where there is none. */
export function containerHost(): { socket: string } | { socket: null; reason: string } {
  if (existsSync(socket)) return { socket };
  const reason = `there is no container host at ${socket} (tools/containers-for-tests/start starts one)`;
  return { socket: null, reason };
}
