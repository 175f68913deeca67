import { describe, expect, it } from "vitest";
import { judgeLabel, judgeText } from "./judge-text.ts";

describe("the judge on the page", () => {
  it("needs approval without its answer, unless the deployment chose the rules alone", () => {
    const waiting = { judge: "paused", judgeOnSilence: "approval" } as const;
    expect(judgeLabel(waiting)).toBe("Judge paused");
    expect(judgeText(waiting)).toContain("Without its answer, each spend needs approval.");
    const optional = { judge: "active", judgeOnSilence: "screening" } as const;
    expect(judgeLabel(optional)).toBe("Judge on, optional");
    expect(judgeText(optional)).toContain("the screening rules alone approve spends.");
  });

  it("is absent without a model", () => {
    const none = { judge: "none", judgeOnSilence: null } as const;
    expect(judgeLabel(none)).toBe("No judge");
    expect(judgeText(none)).toBe(
      "No language model judges spends. Only the screening rules check them.",
    );
  });
});
