import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Requirement } from "../rule-set/rule-set.ts";
import { type Approval, progressOf } from "./progress.ts";
import {
  anyApproval,
  anyApprovals,
  anyProposer,
  anyRequirements,
  groups,
} from "./quorum.fixture.ts";

describe("a quorum", () => {
  it("is never complete with fewer distinct persons than the largest requirement", () => {
    let complete = 0;
    fc.assert(
      fc.property(
        anyRequirements,
        anyApprovals,
        anyProposer,
        (requirements, approvals, proposer) => {
          if (!progressOf(requirements, approvals, proposer).isComplete) return;
          complete += 1;
          const largest = Math.max(1, ...requirements.map((each) => each.count));
          const verified = new Set(
            approvals.map((each) => each.person).filter((id) => id !== null),
          );
          const unverifiedCounts = largest === 1 && approvals.length > 0;
          expect(unverifiedCounts || verified.size >= largest).toBe(true);
        },
      ),
      { numRuns: 5_000, seed: 1 },
    );
    expect(complete).toBeGreaterThan(200);
  });

  it("is complete exactly if each requirement has enough persons, counted one by one", () => {
    fc.assert(
      fc.property(
        anyRequirements,
        anyApprovals,
        anyProposer,
        (requirements, approvals, proposer) => {
          const enough = (requirement: Requirement) => {
            const persons = new Set<string>();
            const { passkey = false, page = false } = requirement;
            const hasMeans = (person: string | null): boolean => {
              const own = approvals.filter((each) => each.person === person);
              return (
                (!passkey || own.some((each) => each.passkey)) &&
                (!page || own.some((each) => !each.channel))
              );
            };
            for (const { person, groups: memberOf } of approvals) {
              const isMember = requirement.from?.some((group) => memberOf.includes(group)) ?? true;
              if (!isMember || (requirement.notProposer && person === proposer)) continue;
              if (!hasMeans(person)) continue;
              const isPlain =
                requirement.count === 1 && requirement.from === null && !passkey && !page;
              if (person !== null) persons.add(person);
              else if (isPlain && !requirement.notProposer) return true;
            }
            // Any one of them may be an unknown proposer.
            const unknown = requirement.notProposer && proposer === null ? 1 : 0;
            return persons.size - unknown >= requirement.count;
          };
          const expected =
            requirements.length === 0 ? approvals.length > 0 : requirements.every(enough);
          expect(progressOf(requirements, approvals, proposer).isComplete).toBe(expected);
        },
      ),
      { numRuns: 5_000 },
    );
  });

  it("never loses progress by a further approval", () => {
    fc.assert(
      fc.property(
        anyRequirements,
        anyApprovals,
        anyApproval,
        anyProposer,
        (requirements, approvals, further, proposer) => {
          const before = progressOf(requirements, approvals, proposer);
          const after = progressOf(requirements, [...approvals, further], proposer);
          expect(after.given).toBeGreaterThanOrEqual(before.given);
          expect(after.needed - after.given).toBeLessThanOrEqual(before.needed - before.given);
          if (before.isComplete) expect(after.isComplete).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it("is never completed earlier by a further requirement", () => {
    fc.assert(
      fc.property(
        anyRequirements,
        anyRequirements,
        anyApprovals,
        anyProposer,
        (some, more, approvals, proposer) => {
          const both = progressOf([...some, ...more], approvals, proposer);
          const one = progressOf(some, approvals, proposer);
          expect(one.isComplete || !both.isComplete).toBe(true);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it("does not depend on the order of approvals and requirements", () => {
    const inAnyOrder = fc
      .tuple(anyRequirements, anyApprovals)
      .chain(([requirements, approvals]) =>
        fc.tuple(
          fc.constant({ requirements, approvals }),
          fc.shuffledSubarray(requirements, { minLength: requirements.length }),
          fc.shuffledSubarray(approvals, { minLength: approvals.length }),
        ),
      );
    fc.assert(
      fc.property(inAnyOrder, anyProposer, ([original, requirements, approvals], proposer) => {
        const expected = progressOf(original.requirements, original.approvals, proposer);
        expect(progressOf(requirements, approvals, proposer)).toEqual(expected);
      }),
      { numRuns: 2_000 },
    );
  });

  it("is completed by as many further persons as are needed, and not by fewer", () => {
    fc.assert(
      fc.property(
        anyRequirements,
        anyApprovals,
        anyProposer,
        (requirements, approvals, proposer) => {
          const { given, needed } = progressOf(requirements, approvals, proposer);
          const further = (count: number): Approval[] => [
            ...approvals,
            ...Array.from({ length: count }, (_, index) => ({
              person: `new-${index}`,
              groups,
              passkey: true,
            })),
          ];
          const isComplete = (count: number) =>
            progressOf(requirements, further(count), proposer).isComplete;
          expect(isComplete(needed - given)).toBe(true);
          if (needed > given) expect(isComplete(needed - given - 1)).toBe(false);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
