import type { ExposureQuestion, WrittenRuleSet } from "@agent-treasury/contract";
import { knownRails } from "@agent-treasury/rules";
import type { Settings } from "@agent-treasury/server";
import { optionalPackage } from "@agent-treasury/server/parts";
import type { Treasury } from "@agent-treasury/treasury-core";
import { CommandError } from "../command-error.ts";
import { allPages } from "./all-pages.ts";
import { fullId } from "./short-ids.ts";

export type Attacker = ExposureQuestion["attacker"];
export type Horizon = ExposureQuestion["horizon"];

/** A treasury whose limits, allocations, payees and standing approvals an exposure reads. */
export interface ExposedPlace {
  readonly treasury: Treasury;
  readonly workspaceId: string;
  readonly timeZone: string;
  readonly settings: Settings;
}

export type Leaked = Omit<NonNullable<ExposureQuestion["credential"]>, "payees">;

export async function credentialIn(
  { treasury, workspaceId }: ExposedPlace,
  given: string | undefined,
): Promise<Leaked | null> {
  if (given === undefined) return null;
  const all = await allPages(
    (page) => treasury.credentials.list({ workspaceId, ...page }),
    "credentials",
  );
  const valid = all.filter(
    ({ role, revokedAt, expiresAt }) =>
      role === "agent" &&
      revokedAt === null &&
      (expiresAt === null || Date.parse(expiresAt) > Date.now()),
  );
  const id = fullId(
    given,
    valid.map((one) => one.id),
  );
  const found = valid.find((one) => one.id === id);
  if (found !== undefined) return found;
  throw new CommandError(
    `${workspaceId} has no valid credential ${JSON.stringify(given)} of an agent. Run: agents list`,
  );
}

interface Terms {
  readonly attacker: Attacker;
  readonly agent?: string | undefined;
  readonly balanceUsd?: number | undefined;
  readonly credential: Leaked | null;
}

/** A rail of the deployment that this program does not know. */
const otherRail = "another-rail";

/** Nothing is spent yet. */
export async function questionIn(
  { treasury, workspaceId, timeZone, settings }: ExposedPlace,
  rules: WrittenRuleSet,
  { attacker, agent, balanceUsd, credential }: Terms,
): Promise<Omit<ExposureQuestion, "horizon">> {
  const { limits: usage } = await treasury.rules.current({ workspaceId });
  const { standingApprovals: standing } = await treasury.standingApprovals.list({ workspaceId });
  const { allocations } = await treasury.allocations.list({ workspaceId });
  const known = await allPages((page) => treasury.payees.list({ workspaceId, ...page }), "payees");
  const payees = known.flatMap(({ name, rails }) =>
    rails.map(({ rail, maximumUsd }) => ({ name, rail, maximumUsd })),
  );
  const named = rules.rules.flatMap(({ when }) => when?.rails ?? []);
  const rails = [...knownRails, otherRail, ...named, ...payees.map(({ rail }) => rail)];
  const external = [...new Set(rails)].filter((rail) => rail !== "ledger");
  const listed = (settings.paidFetch?.origins ?? []).flatMap((name) =>
    external.map((rail) => ({ name, rail, maximumUsd: null })),
  );
  const isAnyPayable = settings.autoApprovePayees === "any";
  return {
    attacker,
    start: "empty",
    rules,
    rails: ["ledger", ...external],
    usage,
    standing,
    allocations,
    agentId: agent ?? null,
    credential: credential && {
      ...credential,
      payees: isAnyPayable ? null : [...payees, ...listed],
    },
    balanceUsd: balanceUsd ?? null,
    timeZone,
    now: Date.now(),
  };
}

type Compute = typeof import("@agent-treasury/exposure").computeExposure;

export async function computation(reason: string): Promise<Compute> {
  const { computeExposure } = await optionalPackage(
    "@agent-treasury/exposure",
    reason,
    () => import("@agent-treasury/exposure"),
  );
  return computeExposure;
}
