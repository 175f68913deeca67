import type { AgentCredential } from "@agent-treasury/sdk-client";
import { describe, expect, it } from "vitest";
import { credentialStatus, expiresSoon } from "./credential-status.ts";

const now = Date.parse("2026-11-21T10:00:00.000Z");

function aCredential(fields: Partial<AgentCredential>): AgentCredential {
  return {
    id: "credential_1",
    workspaceId: "acme",
    agentId: "scout",
    name: "Scout",
    role: "agent",
    ownerId: "ada",
    owner: "Ada",
    allocationId: null,
    issuedAt: "2026-11-01T10:00:00.000Z",
    issuedBy: "Ada",
    expiresAt: null,
    lastUsedAt: null,
    revokedAt: null,
    revokedBy: null,
    ...fields,
  };
}

const soon = (expiresAt: string | null) => expiresSoon(aCredential({ expiresAt }), now);

describe("the status of a credential", () => {
  it("is active until it expires or is revoked", () => {
    const expiresAt = "2026-11-21T10:00:00.000Z";
    expect(credentialStatus(aCredential({}), now)).toBe("active");
    expect(credentialStatus(aCredential({ expiresAt }), now - 1)).toBe("active");
    expect(credentialStatus(aCredential({ expiresAt }), now)).toBe("expired");
    expect(credentialStatus(aCredential({ expiresAt, revokedAt: expiresAt }), now)).toBe("revoked");
  });

  it("warns of expiry within 30 days", () => {
    expect(soon("2026-11-21T11:00:00.000Z")).toBe("in 1 day");
    expect(soon("2026-11-23T10:00:00.000Z")).toBe("in 2 days");
    expect([
      soon(null),
      soon("2027-11-21T10:00:00.000Z"),
      soon("2026-11-20T10:00:00.000Z"),
    ]).toEqual([null, null, null]);
  });
});
