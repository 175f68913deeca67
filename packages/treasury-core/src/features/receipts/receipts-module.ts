import type { PublishedKeys, SignedCheckpoint } from "@agent-treasury/contract";
import { TreasuryError } from "@agent-treasury/provider";
import { lazily } from "@agent-treasury/provider/helpers";
import type { CoreModule } from "../../http/core-module.ts";
import { checkGroup } from "../../kernel/check-group.ts";
import { readDeploymentId } from "../../kernel/deployment/deployment-id.ts";
import { workspacePages } from "../../kernel/deployment/workspace-pages.ts";
import type { Engine } from "../../kernel/engine.ts";
import { invalidRequest } from "../../kernel/errors.ts";
import { UnderWay } from "../../kernel/under-way.ts";
import type { ReceiptOptions } from "../../treasury-options.ts";
import type { TreasuryReceipts } from "../../treasury.ts";
import { checkpointFrom, checkpointKey } from "./checkpoint-record.ts";
import type { evidenceLines } from "./receipt-operations.ts";
import type { SigningKeys } from "./signing-keys.ts";

const checkpointEveryMs = 3_600_000;
const secretForm = /^[\da-f]{64}$/i;

/** @throws TreasuryError `invalid_request` for an invalid key. */
export function receiptsModule(
  engine: Engine,
  options: ReceiptOptions | undefined,
): CoreModule & { readonly methods: Pick<TreasuryReceipts, "keys" | "evidence" | "rotateKeys"> } {
  checkReceiptOptions(options);
  const keys = options === undefined ? null : loadedKeys(engine, options.key);
  const connected = (): LoadKeys => {
    if (keys !== null) return keys;
    throw new TreasuryError(
      "receipts_not_connected",
      "Receipts are not set up. Set `receipts.key`.",
    );
  };
  return {
    routes: {
      readReceipt: {
        run: async ({ workspaceId, proposalId }) => {
          const keysHere = await connected()();
          const { issueReceipt } = await import("./receipt-operations.ts");
          return { receipt: await issueReceipt(engine, keysHere, workspaceId, proposalId) };
        },
      },
      readCheckpoint: {
        run: async ({ workspaceId, since }) =>
          readCheckpoint(engine, await connected()(), workspaceId, since),
      },
      readKeys: { run: () => publishedKeys(engine) },
    },
    ...(keys !== null && hourlyCheckpoints(engine, keys)),
    methods: {
      keys: () => publishedKeys(engine),
      evidence: (request) => evidence(engine, connected(), request),
      rotateKeys: async ({ revoke = false } = {}) => {
        const keysHere = await connected()();
        await keysHere.rotate(revoke);
        return publishedKeys(engine);
      },
    },
  };
}

type LoadKeys = () => Promise<SigningKeys>;

function loadedKeys(engine: Engine, secret: string): LoadKeys {
  return lazily(async () => {
    const { SigningKeys } = await import("./receipt-operations.ts");
    return new SigningKeys(engine, secret);
  });
}

async function* evidence(
  engine: Engine,
  keys: LoadKeys,
  request: Parameters<typeof evidenceLines>[2],
): ReturnType<typeof evidenceLines> {
  const { evidenceLines } = await import("./receipt-operations.ts");
  yield* evidenceLines(engine, await keys(), request);
}

async function readCheckpoint(
  engine: Engine,
  keys: SigningKeys,
  workspaceId: string,
  since: number | undefined,
): Promise<SignedCheckpoint> {
  const { makeCheckpoint, proveConsistency, statedTree } = await import("./receipt-operations.ts");
  const { note = null } = (await makeCheckpoint(engine, keys, workspaceId)) ?? {};
  if (note === null) {
    const message = `The workspace ${workspaceId} has no ledger entries to sign.`;
    throw new TreasuryError("receipt_unavailable", message);
  }
  const size = statedTree(note)?.size ?? 0;
  const proof = since === undefined ? [] : await proveConsistency(engine, workspaceId, since, size);
  return { checkpoint: note, size, proof: [...proof] };
}

async function publishedKeys(engine: Engine): Promise<PublishedKeys> {
  const { readKeys } = await import("./receipt-operations.ts");
  const [deployment, keys] = await Promise.all([readDeploymentId(engine), readKeys(engine)]);
  return {
    deployment,
    keys: keys.map(({ sealed: _sealed, jwk, purpose, revoked = false, endedAt, ...key }) => ({
      ...jwk,
      ...key,
      purpose,
      use: "sig" as const,
      alg: purpose === "receipt" ? "ES256" : "EdDSA",
      endedAt: endedAt ?? null,
      revoked,
    })),
  };
}

/** Signs the entries of each workspace at least once an hour while entries are added. */
function hourlyCheckpoints(
  engine: Engine,
  keys: LoadKeys,
): Pick<
  CoreModule & { readonly methods: Pick<TreasuryReceipts, "keys" | "evidence" | "rotateKeys"> },
  "maintenance" | "close"
> {
  const passes = new UnderWay();
  let passedAt: number | null = null;
  const pass = async (): Promise<void> => {
    const { makeCheckpoint } = await import("./receipt-operations.ts");
    for await (const ids of workspacePages(engine, passes.signal)) {
      const requests = ids.map((workspaceId) => ({ workspaceId, keys: [checkpointKey] }));
      const snapshots = requests.length === 0 ? [] : await engine.storage.load(requests);
      for (const [index, workspaceId] of ids.entries()) {
        const { head = null, found = [] } = snapshots[index] ?? {};
        const { size } = checkpointFrom(found);
        if (passes.signal.aborted) return;
        if (head !== null && head.sequence > BigInt(size)) {
          // A workspace that was moved, for example, must not prevent those of the others.
          await makeCheckpoint(engine, await keys(), workspaceId).catch(engine.report);
        }
      }
    }
  };
  const timed = async (): Promise<void> => {
    const now = engine.clock.monotonic();
    if (passedAt !== null && now - passedAt < checkpointEveryMs) return;
    await passes.follow(pass());
    passedAt = now;
  };
  return {
    maintenance: { timed, recover: () => passes.follow(pass()) },
    close: () => passes.close(),
  };
}

/** @throws TreasuryError `invalid_request` for an invalid key. */
function checkReceiptOptions(options: ReceiptOptions | undefined): void {
  checkGroup("receipts", options, { key: true });
  if (options === undefined || secretForm.test(options.key)) return;
  throw invalidRequest(
    "`receipts.key` must be 64 hexadecimal digits, for example of `openssl rand -hex 32`.",
  );
}
