import { expect, it } from "vitest";
import { invitationIn, invitationLink } from "./invitation-link.ts";

it("keeps the token of an invitation out of what browsers send", () => {
  const page = new URL("https://pay.example/command?workspaceId=acme#at-main");
  const link = new URL(invitationLink(page, "a+b/c="));
  expect(link.href).toContain("https://pay.example/command?workspaceId=acme#");
  expect(link.search).toBe("?workspaceId=acme");
  expect(invitationIn(link)).toBe("a+b/c=");
  expect(invitationIn(page)).toBeNull();
  expect(invitationIn({ hash: "#passkey-invitation=" })).toBeNull();
});
