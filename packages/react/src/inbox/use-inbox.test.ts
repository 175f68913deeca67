import type { Inbox } from "@agent-treasury/sdk-client";
import { describe, expect, it } from "vitest";
import { cutWorkspaces, inboxItems, itemId } from "./inbox-items.ts";
import { aProposal, aTreasury } from "./proposal.fixture.ts";
import { readInbox, withDecided } from "./use-inbox.ts";

const spend = aProposal();

function inboxOf(fields: Partial<Inbox>): Inbox {
  return { proposals: [], actions: [], workspaces: [], notDone: [], cursor: null, ...fields };
}

function inWorkspace(workspaceId: string, cursor: string | null): Inbox {
  const proposals = [aProposal({ workspaceId })];
  return inboxOf({ proposals, workspaces: [{ ...aTreasury(), workspaceId }], cursor });
}

describe("readInbox", () => {
  it("joins pages, and shows a workspace that moved to the next page once", async () => {
    const pages = [inWorkspace("a", "1"), inboxOf({ cursor: "2" }), inWorkspace("a", "3")];
    pages.push(inWorkspace("b", null));
    const asked: unknown[] = [];
    const inbox = async (page?: { cursor?: string | undefined }): Promise<Inbox> => {
      asked.push(page?.cursor);
      return pages[asked.length - 1]!;
    };
    const { proposals, cursor } = await readInbox({ inbox }, 1);
    expect(proposals.map(({ workspaceId }) => workspaceId)).toEqual(["a", "b"]);
    expect([asked, cursor]).toEqual([[undefined, "1", "2", "3"], null]);
  });

  it("stops after ten pages, and reads on when asked", async () => {
    let count = 0;
    const inbox = async (): Promise<Inbox> => {
      count += 1;
      return inboxOf({ cursor: String(count) });
    };
    expect((await readInbox({ inbox }, 1)).cursor).toBe("10");
    count = 0;
    expect((await readInbox({ inbox }, 2)).cursor).toBe("20");
  });
});

describe("an inbox", () => {
  it("loses a decided spend, and keeps one that needs more approvals", () => {
    const inbox = inboxOf({ proposals: [spend, aProposal({ workspaceId: "other" })] });
    const decided = withDecided(inbox, { ...spend, status: "executed" });
    expect(decided.proposals.map(({ workspaceId }) => workspaceId)).toEqual(["other"]);
    const more = { ...spend, approvals: { ...spend.approvals, given: 1, needed: 2 } };
    expect(withDecided(inbox, more).proposals[0]).toBe(more);
  });

  it("is one list of spends and changes, the oldest first", () => {
    const action = { id: "action_1", workspaceId: "acme", startedAt: "2026-11-20T10:00:00.000Z" };
    const inbox = inboxOf({
      ...inWorkspace("acme", null),
      actions: [action as Inbox["actions"][number]],
    });
    expect(inboxItems(inbox).map(itemId)).toEqual(["acme action_1", "acme proposal_1"]);
  });

  it("names the workspaces of which it has only the oldest spends", () => {
    const workspaces = ["acme", "beta"].map((workspaceId, index) => ({
      ...aTreasury({ pendingCount: 1 + index }),
      workspaceId,
    }));
    const proposals = [spend, aProposal({ workspaceId: "beta" })];
    expect(cutWorkspaces(inboxOf({ proposals, workspaces }))).toMatchObject([
      { workspaceId: "beta" },
    ]);
  });
});
