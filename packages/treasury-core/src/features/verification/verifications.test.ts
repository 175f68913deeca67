import type { CopiedPart, Storage } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { testTreasury } from "../../create/test-treasury.fixture.ts";
import { memoryStorage } from "../../memory.ts";
import { Verifications } from "./verifications.ts";

function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Verifications of a storage whose copies the test ends or fails. */
function setUp() {
  const begun: string[] = [];
  const gates: PromiseWithResolvers<void>[] = [];
  const storage: Storage = Object.assign(memoryStorage(), {
    async *copy(workspaceId: string): AsyncGenerator<CopiedPart> {
      begun.push(workspaceId);
      const gate = Promise.withResolvers<void>();
      gates.push(gate);
      await gate.promise;
      yield* [];
    },
  });
  const { engine } = testTreasury({ storage });
  return {
    verifications: new Verifications(engine),
    begun,
    endFirst: async (error?: Error) => {
      const gate = gates.shift();
      if (error === undefined) gate?.resolve();
      else gate?.reject(error);
      await settled();
    },
  };
}

describe("verification requests", () => {
  it("run two at a time, in order", async () => {
    const { verifications, begun, endFirst } = setUp();
    const asked = ["a", "b", "c", "d"].map((id) => verifications.verify(id));
    await settled();
    expect(begun).toEqual(["a", "b"]);
    await endFirst();
    expect(begun).toEqual(["a", "b", "c"]);
    for (let left = 3; left > 0; left -= 1) await endFirst();
    const answers = await Promise.all(asked);
    expect(answers.map(({ workspaceId }) => workspaceId)).toEqual(["a", "b", "c", "d"]);
  });

  it("share one read while they are queued, and start another once it has begun", async () => {
    const { verifications, begun, endFirst } = setUp();
    const asked = ["a", "b", "c", "c", "c"].map((id) => verifications.verify(id));
    await settled();
    await endFirst();
    const later = verifications.verify("c");
    for (let left = 3; left > 0; left -= 1) await endFirst();
    await Promise.all([...asked, later]);
    expect(begun).toEqual(["a", "b", "c", "c"]);
  });

  it("continue after a failure", async () => {
    const { verifications, endFirst } = setUp();
    const failed = verifications.verify("a").catch(String);
    const [second, third] = [verifications.verify("b"), verifications.verify("c")];
    await settled();
    await endFirst(new Error("The disk is gone."));
    expect(await failed).toContain("The disk is gone.");
    await endFirst();
    await endFirst();
    expect((await second).valid && (await third).valid).toBe(true);
  });

  it("are rejected before any read if too many are queued", async () => {
    const { verifications, begun, endFirst } = setUp();
    const asked = Array.from({ length: 102 }, (_, index) => verifications.verify(`w${index}`));
    await expect(verifications.verify("late")).rejects.toMatchObject({
      code: "service_busy",
      headers: { "retry-after": "5" },
    });
    await settled();
    for (let left = 102; left > 0; left -= 1) await endFirst();
    expect(await Promise.all(asked)).toHaveLength(102);
    expect(begun).not.toContain("late");
  });
});
