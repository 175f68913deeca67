import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe } from "vitest";

/** Where `start` beside this serves; `TREASURY_TEST_DOCKER_SOCKET` names another one. */
const socket =
  process.env["TREASURY_TEST_DOCKER_SOCKET"] ??
  join(tmpdir(), "agent-treasury-containers", "podman.sock");

const isThere = existsSync(socket);

/** The image that the same script makes. */
export const testImage: string =
  process.env["TREASURY_TEST_DOCKER_IMAGE"] ?? "localhost/agent-treasury-machine:test";

/** The socket of a real container host for tests; null where there is none. */
export const testSocket: string | null = isThere ? socket : null;

/** Tests that need a real container host, skipped where there is none, with the reason in their name. */
export function describeOnHost(what: string, tests: () => void): void {
  const reason = ` (skipped: there is no container host at ${socket}; tools/containers-for-tests/start starts one)`;
  describe.skipIf(!isThere)(`${what} on a real container host${isThere ? "" : reason}`, () => {
    tests();
  });
}
