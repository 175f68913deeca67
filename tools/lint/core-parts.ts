/** What a file of the core belongs to. `entry` is a file that other packages import. */
export interface CorePart {
  readonly kind: "kernel" | "feature" | "http" | "memory" | "create" | "entry";
  /** The feature's id; the kind of any other part. */
  readonly id: string;
}

/** Paths below the core's `src/`, each with the feature that it belongs to. */
const features: Readonly<Record<string, string>> = {
  agent: "agent",
  channels: "channels",
  delivery: "events",
  events: "events",
  funding: "deposits",
  hooks: "events",
  machines: "machines",
  mcp: "mcp",
  "paid-fetch": "paid-fetch",
  passkeys: "passkeys",
  plugins: "plugins",
  principals: "external-agents",
  telemetry: "telemetry",
  "treasury/allocations": "rules",
  "treasury/classifier": "screening",
  "treasury/drafts": "rules",
  "treasury/freezes": "freezes",
  "treasury/inbox": "inbox",
  "treasury/payouts": "payments",
  "treasury/quotes": "payments",
  "treasury/rails": "payments",
  "treasury/replay": "rules",
  "treasury/resources": "payments",
  "treasury/reviews": "payments",
  "treasury/rules": "rules",
  "treasury/standing": "standing-approvals",
};

const others: Readonly<Record<string, CorePart["kind"]>> = {
  create: "create",
  "describe-issues.ts": "kernel",
  http: "http",
  idempotency: "kernel",
  ledger: "kernel",
  logging: "kernel",
  memory: "memory",
  "node-http": "http",
  treasury: "kernel",
};

/** Returns the part of a path below the core's `src/`. */
export function corePartOf(path: string): CorePart {
  const [first = "", second = ""] = path.split("/");
  const feature = features[`${first}/${second}`] ?? features[first];
  if (feature !== undefined) return { kind: "feature", id: feature };
  const kind = others[first] ?? "entry";
  return { kind, id: kind };
}
