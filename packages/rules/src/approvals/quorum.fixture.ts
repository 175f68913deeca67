import fc from "fast-check";
import type { Requirement } from "../rule-set/rule-set.ts";
import type { Approval } from "./progress.ts";

export const groups = ["finance", "legal", "board"] as const;
export const persons = ["ana", "ben", "cas", "dee", "eve"] as const;

const anyRequirement: fc.Arbitrary<Requirement> = fc
  .record({
    count: fc.integer({ min: 1, max: 4 }),
    from: fc.option(fc.uniqueArray(fc.constantFrom(...groups), { minLength: 1 })),
    notProposer: fc.boolean(),
  })
  .chain((requirement) =>
    fc.record({ passkey: fc.boolean(), page: fc.boolean() }).map(({ passkey, page }) => ({
      ...requirement,
      ...(passkey && ({ passkey } as const)),
      ...(page && ({ page } as const)),
    })),
  );

export const anyRequirements: fc.Arbitrary<Requirement[]> = fc.array(anyRequirement, {
  maxLength: 4,
});

/** One person may appear with several credentials, and thus with several lists of groups. */
export const anyApproval: fc.Arbitrary<Approval> = fc.record({
  person: fc.option(fc.constantFrom(...persons), { freq: 5 }),
  groups: fc.uniqueArray(fc.constantFrom(...groups)),
  passkey: fc.boolean(),
  channel: fc.boolean(),
});

export const anyApprovals: fc.Arbitrary<Approval[]> = fc.array(anyApproval, { maxLength: 9 });

export const anyProposer: fc.Arbitrary<string | null> = fc.option(fc.constantFrom(...persons));
