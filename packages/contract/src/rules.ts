import * as z from "zod";
import { actionAnswerSchema, actionErrors } from "./actions.ts";
import { exposureRequestSchema, exposureSchema } from "./exposure.ts";
import { hash, mustBe, time, workspaceId } from "./fields.ts";
import { type RouteDeclarations, requestShape, responseShape } from "./shape.ts";
import { pageRequestSchema, workspaceRequestSchema } from "./workspace.ts";
import { writtenRulesSchema } from "./written-rules.ts";

export const ruleUsageSchema = responseShape(
  "RuleUsage",
  "The number of a rule and its usage now.",
  z.object({
    rule: z.string().describe("Id of the rule."),
    unit: z.enum(["usd", "spends", "payees"]).describe("What the rule counts."),
    per: z
      .string()
      .describe(
        "`spend`, `balance`, `hour`, `day`, `week`, `month`, `quarter`, `year`, or hours or minutes such as `24 hours`.",
      ),
    by: z
      .enum(["agent", "vendor", "category", "allocation"])
      .nullable()
      .describe("Counts separately for each value; null if it counts together."),
    counts: z
      .enum(["all", "automatic"])
      .describe("`automatic` counts only spends that policy approved."),
    maximum: z
      .number()
      .describe(
        "Maximum in `unit`. For a reserve (`per` is `balance`), the amount that must remain.",
      ),
    used: z
      .number()
      .nullable()
      .describe("Used in the present window, including `held`; null without one counter."),
    held: z.number().nullable().describe("On hold; null without one counter."),
    groups: z
      .number()
      .int()
      .nullable()
      .describe("Number of values with usage, for a rule with `by`; otherwise null."),
  }),
);
export interface RuleUsage extends z.infer<typeof ruleUsageSchema> {}

const rules = writtenRulesSchema.describe("The rules.");

const publicationFields = {
  digest: hash.describe("Digest that names the publication. Lower-case hexadecimal SHA-256."),
  number: z.number().int().describe("Position among the workspace's publications, from 1."),
  predecessor: hash.nullable().describe("Digest of the publication before; null for the first."),
  publishedAt: time.describe("Time of publication. ISO 8601, UTC."),
  publishedBy: z.string().nullable().describe("Person who started it; null if unknown or erased."),
};

export const publicationSchema = responseShape(
  "Publication",
  "One publication of rules. It never changes.",
  z.object({ ...publicationFields, ruleCount: z.number().int().describe("Number of rules.") }),
);
export interface Publication extends z.infer<typeof publicationSchema> {}

export const publishedRulesSchema = responseShape(
  "PublishedRules",
  "Response of `GET /treasury/rules/{digest}`.",
  z.object({ publication: publicationSchema.describe("The publication."), rules }),
);
export interface PublishedRules extends z.infer<typeof publishedRulesSchema> {}

export const currentRulesSchema = responseShape(
  "CurrentRules",
  "Response of `GET /treasury/rules`: the rules that judge the next spend.",
  z.object({
    workspaceId: z.string().describe("Workspace of the rules."),
    publication: publicationSchema
      .nullable()
      .describe("The publication in effect; null for the deployment's default rules."),
    limits: z
      .array(ruleUsageSchema)
      .describe("The five limits of the workspace, which apply beside the rules."),
    rules,
    usage: z
      .array(ruleUsageSchema)
      .describe("Limits and reserves among the rules, with their usage."),
    administrativeRequirements: z
      .array(z.string())
      .describe(
        "What a change of rules or limits needs, such as `2 approvals from finance`. Empty for one approval.",
      ),
  }),
);
export interface CurrentRules extends z.infer<typeof currentRulesSchema> {}

export const publicationPageSchema = responseShape(
  "PublicationPage",
  "Response of `GET /treasury/rules/history`.",
  z.object({
    publications: z.array(publicationSchema).describe("Publications, newest first."),
    cursor: z.string().nullable().describe("Cursor of the next page; null on the last page."),
  }),
);
export interface PublicationPage extends z.infer<typeof publicationPageSchema> {}

export const rulesValidationSchema = requestShape(
  "RulesValidation",
  "Body of `POST /treasury/rules/validate`.",
  z.object({
    workspaceId,
    rules: writtenRulesSchema.describe("Rules to check."),
    exposure: exposureRequestSchema
      .optional()
      .describe("Also computes the most that an agent can spend under them."),
  }),
);
export interface RulesValidation extends z.input<typeof rulesValidationSchema> {}

export const rulesReportSchema = responseShape(
  "RulesReport",
  "Response of `POST /treasury/rules/validate`.",
  z.object({
    valid: z.boolean().describe("True if the rules can be published."),
    problems: z.array(z.string()).describe("One sentence for each problem. Empty if valid."),
    exposure: exposureSchema
      .optional()
      .describe("The most that an agent can spend. Only if requested and valid."),
  }),
);
export interface RulesReport extends z.infer<typeof rulesReportSchema> {}

const digest = z
  .string({ error: mustBe("a digest") })
  .regex(/^[0-9a-f]{64}$/, { error: "must be a digest of 64 hexadecimal digits" });

export const publicationRequestSchema = requestShape(
  "PublicationRequest",
  "Body of `POST /treasury/rules`.",
  z.object({
    workspaceId,
    rules: writtenRulesSchema.describe(
      "Rules to publish. They replace all published rules. The same rules change nothing: `result` is then the present digest.",
    ),
    basedOn: digest
      .nullable()
      .optional()
      .describe(
        "Digest of the publication that the rules are based on, null for the default rules. If others were published since, the request fails with `rules_changed`. Default: the present one.",
      ),
  }),
);
export interface PublicationRequest extends z.input<typeof publicationRequestSchema> {}

export const publicationReferenceSchema = requestShape(
  "PublicationReference",
  "Names a publication of rules.",
  z.object({ workspaceId, digest: digest.describe("Digest of the publication.") }),
);
export interface PublicationReference extends z.input<typeof publicationReferenceSchema> {}

const common = { tag: "treasury", access: "authorize" } as const;

const publishingErrors = ["sign_in_not_connected", ...actionErrors] as const;

/** Published rules. */
export const rulesRoutes = {
  readRules: {
    ...common,
    call: "rules.current",
    method: "GET",
    path: "/treasury/rules",
    summary: "Read the present rules and their usage",
    description: "Returns the rules in effect, with the usage of their limits.",
    input: workspaceRequestSchema,
    output: currentRulesSchema,
    errors: [],
  },
  validateRules: {
    ...common,
    call: "rules.validate",
    method: "POST",
    path: "/treasury/rules/validate",
    summary: "Check rules without publishing them",
    description:
      "Reports the problems of written rules, and how they change the present ones. Stores nothing.",
    input: rulesValidationSchema,
    output: rulesReportSchema,
    repeats: "safe",
    errors: [],
  },
  publishRules: {
    ...common,
    call: "rules.publish",
    method: "POST",
    path: "/treasury/rules",
    summary: "Publish rules",
    description:
      "Puts rules into effect for later spends. The publication is an administrative action, and needs the approvals of the present and of the new rules.",
    input: publicationRequestSchema,
    output: actionAnswerSchema,
    idempotencyKey: true,
    errors: publishingErrors,
  },
  listPublications: {
    ...common,
    call: "rules.history",
    method: "GET",
    path: "/treasury/rules/history",
    summary: "List publications of rules",
    description: "Returns the publications of rules, newest first, in pages.",
    input: pageRequestSchema,
    output: publicationPageSchema,
    errors: [],
  },
  readPublication: {
    ...common,
    call: "rules.read",
    method: "GET",
    path: "/treasury/rules/{digest}",
    summary: "Read one publication of rules",
    description: "Returns the rules of one publication by their digest.",
    input: publicationReferenceSchema,
    output: publishedRulesSchema,
    errors: ["publication_not_found"],
  },
  rollBackRules: {
    ...common,
    call: "rules.rollBack",
    method: "POST",
    path: "/treasury/rules/{digest}/publish",
    summary: "Publish the rules of an earlier publication again",
    description: "Publishes earlier rules again, as a new publication with the same approvals.",
    input: publicationReferenceSchema,
    output: actionAnswerSchema,
    idempotencyKey: true,
    errors: ["publication_not_found", ...publishingErrors],
  },
} as const satisfies RouteDeclarations;
