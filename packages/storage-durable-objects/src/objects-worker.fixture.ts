import { createTreasury, operatorTokens } from "@agent-treasury/treasury-core";
import {
  type ObjectClass,
  type ObjectNamespace,
  type ObjectState,
  treasuryObjects,
  type TreasuryObjectsOptions,
} from "./index.ts";
import { answerCall } from "./object-calls.ts";
import { WorkspaceRecords } from "./workspace-records.ts";

interface Env {
  readonly WORKSPACES: ObjectNamespace<unknown>;
  readonly INDEX: ObjectNamespace<unknown>;
  readonly ALARMS: "on" | "off";
  readonly ADMINISTRATOR?: string;
}

/** Of all objects, which share the modules. */
let fixedNow: number | null = null;
let failing: "treasury" | "replicas" | null = null;

const { isReceiving } = WorkspaceRecords.prototype;
WorkspaceRecords.prototype.isReceiving = function receiving(this: WorkspaceRecords) {
  if (failing === "replicas") throw new Error("The records could not be read.");
  return isReceiving.call(this);
};

const options: TreasuryObjectsOptions<Env> = {
  create: (_env, given) => {
    if (failing === "treasury") throw new Error("The treasury could not be created.");
    return createTreasury({
      baseUrl: "http://localhost:3000",
      autoApprovePayees: "any",
      // The SHA-256 of the token in `hosted-treasuries.test.ts`.
      authenticate: operatorTokens(
        "Ada:815860b8f99322bdfa6f150b2911a275adfbf68f4d0dfc6a98da0b3b73097a39",
      ),
      budget: { startingCapitalUsd: 1_000, dailySpendCapUsd: 1_000, autoApproveDailyUsd: 1_000 },
      ...given,
    });
  },
  workspaces: (env) => env.WORKSPACES,
  index: (env) => env.INDEX,
  administrator: (env) => env.ADMINISTRATOR,
  now: () => fixedNow ?? Date.now(),
};

const objects = treasuryObjects(options);

interface Called {
  callAny(text: string): Promise<string>;
}

interface EmptiedState {
  readonly storage: { deleteAll(): Promise<void> };
  abort(reason: string): void;
}

/** A class of objects that a test can empty or restart. */
function emptied(Base: ObjectClass<Env>): ObjectClass<Env> {
  return class Emptied extends Base {
    readonly #state: EmptiedState;
    readonly #alarms: boolean;
    #refuses = false;

    constructor(ctx: ObjectState, env: Env) {
      super(ctx, env);
      this.#state = ctx as unknown as EmptiedState;
      this.#alarms = env.ALARMS === "on";
    }

    /** Without the maintenance of a treasury, which the records of a conformance suite are not. */
    override async alarm(): Promise<void> {
      if (this.#alarms) await super.alarm?.();
    }

    /** Also if alarms are off. */
    async alarmNow(): Promise<void> {
      await super.alarm?.();
    }

    /** What fails in all objects from now on. */
    async fail(what: typeof failing): Promise<void> {
      failing = what;
    }

    /** Every method, also those of tests. */
    callAny(text: string): Promise<string> {
      return answerCall(this, null, text);
    }

    /** Fails each report and each write of a replica from now on, or no longer. */
    async refuse(refuses: boolean): Promise<void> {
      this.#refuses = refuses;
    }

    async report(...report: readonly unknown[]): Promise<unknown> {
      return this.#unlessRefused("report", report);
    }

    async keepReplica(...snapshot: readonly unknown[]): Promise<unknown> {
      return this.#unlessRefused("keepReplica", snapshot);
    }

    async #unlessRefused(name: string, values: readonly unknown[]): Promise<unknown> {
      if (this.#refuses) throw new Error("The object does not answer.");
      const base = Base.prototype as Record<string, (...given: readonly unknown[]) => unknown>;
      return base[name]?.apply(this, [...values]);
    }

    async restart(): Promise<void> {
      this.#state.abort("restarted");
    }

    async empty(): Promise<void> {
      await this.#state.storage.deleteAll();
      this.#state.abort("emptied");
    }
  };
}

export const TreasuryWorkspace: ObjectClass<Env> = emptied(objects.TreasuryWorkspace);
export const TreasuryIndex: ObjectClass<Env> = emptied(objects.TreasuryIndex);
function misspelled(): string {
  try {
    treasuryObjects(Object.assign({ basPath: "/api" }, options));
    return "accepted";
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
}

export default {
  fetch: async (request: Request, env: Env): Promise<Response> => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/misspelled") return new Response(misspelled());
    if (pathname !== "/call") return objects.fetch(request, env);
    const now = searchParams.get("now");
    fixedNow = now === null ? null : Number(now);
    const binding = searchParams.get("binding") === "INDEX" ? env.INDEX : env.WORKSPACES;
    const object = binding.getByName(searchParams.get("object") ?? "") as Called;
    return new Response(await object.callAny(await request.text()));
  },
};
