import { expect, it } from "vitest";
import { passkeyProblem } from "./passkey-problem.ts";

const named = (name: string) => Object.assign(new Error("WebAuthn"), { name });

it("explains the errors of a browser's passkeys, and no others", () => {
  expect(passkeyProblem(named("NotAllowedError"))).toContain("could not verify you");
  expect(passkeyProblem(named("InvalidStateError"))).toContain("already has");
  expect(passkeyProblem(new Error("WebAuthn is not supported in this browser"))).toContain("HTTPS");
  expect(passkeyProblem(named("constructor"))).toBeNull();
  expect(passkeyProblem(new TypeError("No passkey."))).toBeNull();
  expect(passkeyProblem("NotAllowedError")).toBeNull();
});
