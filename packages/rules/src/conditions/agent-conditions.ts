import * as z from "zod";
import { exactId, expects, listOf, strict } from "../rule-set/schema-fields.ts";
import type { ConditionKinds } from "./condition.ts";
import { isNamed } from "./names.ts";
import { namesToJson, sorted, toNames } from "./written-values.ts";

const namesOr = (list: z.ZodType<readonly string[]>, values: string) =>
  z.union(
    [
      list,
      strict({ in: list.describe("The list itself.") }),
      strict({ notIn: list.describe("All others.") }),
    ],
    { error: expects(`a list of ${values}, or an object with \`in\` or \`notIn\``) },
  );

const allocationId = z
  .string({ error: expects("an allocation id: lower-case letters, digits and `-`") })
  .regex(/^[a-z0-9][a-z0-9-]{0,63}$/);

/** Who proposes the spend, and from which allocation. */
export const agentConditions: Pick<ConditionKinds, "agents" | "allocations"> = {
  agents: {
    field: "agents",
    schema: namesOr(listOf(exactId("an agent id"), "agent ids"), "agent ids").describe(
      "Agents that propose the spend, by id. The built-in agent is `agent`. `{ notIn }`: every other agent.",
    ),
    part: "agents",
    read: (written) => toNames(written, (id) => id),
    write: namesToJson,
    early:
      (names) =>
      ({ facts }) =>
        isNamed(names, facts.agentId),
  },
  allocations: {
    field: "allocations",
    schema: listOf(allocationId, "allocation ids").describe(
      "Allocations by id. A spend from an allocation below one of them matches too.",
    ),
    part: "allocations",
    read: sorted,
    write: (ids) => ids,
    early:
      (ids) =>
      ({ facts }) =>
        facts.allocations.some((id) => ids.includes(id)),
  },
};
