import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe } from "vitest";

/** The socket of the script `start`; `TREASURY_TEST_DOCKER_SOCKET` overrides it. */
const socket =
  process.env["TREASURY_TEST_DOCKER_SOCKET"] ??
  join(tmpdir(), "agent-treasury-containers", "podman.sock");

const isThere = existsSync(socket);

/** The image that the same script builds. */
export const testImage: string =
  process.env["TREASURY_TEST_DOCKER_IMAGE"] ?? "localhost/agent-treasury-machine:test";

/** The socket of a real container host, or null. */
export const testSocket: string | null = isThere ? socket : null;

/** Tests on a real container host. Without one they are skipped, with the reason in their title. */
export function describeOnHost(what: string, tests: () => void): void {
  const reason = ` (skipped: there is no container host at ${socket}; tools/containers-for-tests/start starts one)`;
  describe.skipIf(!isThere)(`${what} on a real container host${isThere ? "" : reason}`, () => {
    tests();
  });
}
