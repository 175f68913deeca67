import { type DefaultBodyType, HttpResponse, type RequestHandler, http } from "msw";
import type {
  FlyCreateApp,
  FlyCreateMachine,
  FlyError,
  FlyEvent,
  FlyExecRequest,
  FlyMachine,
  FlyMetadataValue,
} from "./api/fly-types.ts";
import { RequestBudget } from "./request-budget.fixture.ts";
import { runBash } from "./run-bash.fixture.ts";
import { type StandInMachine, publicMachine, tell } from "./stand-in-machine.fixture.ts";

export const standInUrl = "https://api.machines.dev/v1";
export const standInToken = "fm2_standInTokenThatNobodyMayTell";

type Small = Readonly<Record<string, string | boolean>>;
type Answer = Response | Promise<Response>;
type Params = { readonly id: string; readonly key: string };

/** Responses that a test returns in place of the stand-in's. Undefined passes the call on. */
export type Interference = (call: string, perform: () => Answer) => Answer | undefined;

function letThrough(): undefined {
  return undefined;
}

/**
 * An in-memory stand-in for Fly's Machines API. Commands run in a shell of the test's machine. It
 * rejects what Fly rejects, and its responses follow the published schema.
 */
export class FlyStandIn {
  now: number = Date.UTC(2027, 0, 1);
  /** The machines of each app, by name. */
  readonly apps: Map<string, Map<string, StandInMachine>> = new Map();
  readonly appRequests: FlyCreateApp[] = [];
  /** For example `POST /apps/ours/machines`, oldest first, including rejected calls. */
  readonly calls: string[] = [];
  interfere: Interference = letThrough;
  /** The number of waits for `started` that time out first. */
  waitsBeforeStarted: number = 1;
  readonly #budget: RequestBudget;
  #made = 0;

  /** `secondMs`: the length of a second of the rate limit. */
  constructor(secondMs = 5) {
    this.#budget = new RequestBudget(secondMs);
  }

  get handlers(): RequestHandler[] {
    const machines = "/apps/:app/machines";
    const machine = `${machines}/:id`;
    return [
      this.#on("post", "/apps", async (_app, _params, request) =>
        this.#createApp((await request.json()) as FlyCreateApp),
      ),
      this.#on("get", machines, (app) => json(200, this.#list(app))),
      this.#on("post", machines, async (app, _params, request) =>
        this.#create(app, (await request.json()) as FlyCreateMachine),
      ),
      this.#of("get", machine, (each) => json(200, publicMachine(each))),
      this.#of("delete", machine, (each, { searchParams }, app) => {
        if (each.state === "started" && searchParams.get("force") !== "true") {
          return refuse(412, "failed_precondition: machine is running, use force");
        }
        tell(each, "destroyed", "destroy", this.now);
        this.#machines(app)?.delete(each.name);
        return json(200, {});
      }),
      this.#of("post", `${machine}/start`, (each) => {
        if (each.state === "started") return json(200, { previous_state: "started" });
        if (each.state !== "stopped" && each.state !== "suspended") {
          return refuse(412, `failed_precondition: machine is ${each.state}`);
        }
        tell(each, "starting", "start", this.now);
        return json(200, { previous_state: each.state });
      }),
      this.#of("post", `${machine}/suspend`, (each) => {
        if (each.state !== "started") return refuse(412, `failed_precondition: ${each.state}`);
        if ((each.config.guest?.memory_mb ?? 0) > 2_048) {
          return refuse(400, "machines with more than 2GB of memory cannot be suspended");
        }
        tell(each, "suspending", "suspend", this.now);
        return json(200, {});
      }),
      this.#of("get", `${machine}/wait`, (each, url) => this.#wait(each, url)),
      this.#of("get", `${machine}/events`, (each, url) => {
        const limit = Math.min(50, Number(url.searchParams.get("limit") ?? 20));
        return json(200, each.events.slice(0, limit));
      }),
      this.#of("post", `${machine}/exec`, async (each, _url, _app, request) => {
        if (each.state !== "started") return refuse(412, `failed_precondition: ${each.state}`);
        return runBash((await request.json()) as FlyExecRequest);
      }),
      this.#on("post", `${machine}/metadata/:key`, async (app, { id, key }, request) => {
        const found = this.#byId(app, id);
        const { value = "" } = (await request.json()) as FlyMetadataValue;
        if (found === undefined) return refuse(404, "machine not found");
        found.config.metadata = { ...found.config.metadata, [key]: value };
        return new HttpResponse(null, { status: 204 });
      }),
    ];
  }

  /** A machine that a test can read and change. */
  machine(name: string, app = "ours"): StandInMachine {
    const found = this.apps.get(app)?.get(name);
    if (found === undefined) throw new Error(`The stand-in has no machine ${name}.`);
    return found;
  }

  /** Adds a running machine of another owner and returns its id. */
  plant(name: string, app = "ours"): string {
    this.apps.set(app, this.apps.get(app) ?? new Map());
    const machine = this.#make(app, { name, config: { image: "theirs" } });
    tell(machine, "started", "start", this.now);
    return machine.id;
  }

  #createApp(app: FlyCreateApp): Response {
    this.appRequests.push(app);
    const { name = "", org_slug: organization = "" } = app;
    if (organization === "") return refuse(400, "org_slug is required");
    if (this.apps.has(name)) return refuse(422, "Validation failed: Name has already been taken");
    this.apps.set(name, new Map());
    return new HttpResponse(null, { status: 201 });
  }

  #list(app: string): FlyMachine[] {
    return [...(this.#machines(app)?.values() ?? [])].map(publicMachine);
  }

  #create(app: string, body: FlyCreateMachine): Response {
    if (this.#machines(app)?.has(body.name ?? "") === true) {
      return refuse(409, "already_exists: unique machine name violation");
    }
    return json(200, publicMachine(this.#make(app, body)));
  }

  #make(app: string, { name = "", region = "iad", config = {} }: FlyCreateMachine): StandInMachine {
    this.#made += 1;
    const machine: StandInMachine = {
      id: `d89${this.#made}a`,
      name,
      region,
      config: { ...config },
      createdAt: this.now,
      state: "created",
      waits: 0,
      events: [],
    };
    tell(machine, "created", "launch", this.now);
    this.#machines(app)?.set(name, machine);
    return machine;
  }

  #wait(machine: StandInMachine, { searchParams }: URL): Response {
    const seconds = Number(searchParams.get("timeout") ?? 60);
    if (!Number.isInteger(seconds) || seconds < 1 || seconds > 60) {
      return refuse(400, "invalid_argument: timeout must be between 1 and 60 seconds");
    }
    const wanted = searchParams.get("state") ?? "started";
    if (machine.state === "suspending") tell(machine, "suspended", "suspend", this.now);
    if (machine.state === "stopping") tell(machine, "stopped", "exit", this.now);
    if (machine.state === "created" || machine.state === "starting") {
      machine.waits += 1;
      if (machine.waits > this.waitsBeforeStarted) {
        machine.waits = 0;
        tell(machine, "started", "start", this.now);
      }
    }
    if (machine.state === wanted) return json(200, { ok: true });
    return refuse(408, "deadline_exceeded: machine did not reach the state in time");
  }

  #machines(app: string): Map<string, StandInMachine> | undefined {
    return this.apps.get(app);
  }

  #byId(app: string, id: string): StandInMachine | undefined {
    return [...(this.#machines(app)?.values() ?? [])].find((machine) => machine.id === id);
  }

  #of(
    method: "get" | "post" | "delete",
    path: string,
    answer: (machine: StandInMachine, url: URL, app: string, request: Request) => Answer,
  ): RequestHandler {
    return this.#on(method, path, (app, { id }, request) => {
      const machine = this.#byId(app, id);
      if (machine === undefined) return refuse(404, `machine ${id} not found`);
      return answer(machine, new URL(request.url), app, request);
    });
  }

  #on(
    method: "get" | "post" | "delete",
    path: string,
    answer: (app: string, params: Params, request: Request) => Answer,
  ): RequestHandler {
    return http[method](`${standInUrl}${path}`, async ({ request, params }) => {
      const call = `${request.method} ${new URL(request.url).pathname.replace("/v1", "")}`;
      this.calls.push(call);
      const { app = "", id = "", key = "" } = params as Readonly<Record<string, string>>;
      const perform = (): Answer => {
        if (request.headers.get("authorization") !== `Bearer ${standInToken}`) {
          return refuse(401, "authentication required");
        }
        if (!this.#budget.takes(`${method} ${path} ${id}`, method === "get" ? 5 : 1)) {
          return refuse(429, "rate limit exceeded");
        }
        if (app !== "" && !this.apps.has(app)) return refuse(404, "app not found");
        return answer(app, { id, key }, request);
      };
      return (await this.interfere(call, perform)) ?? perform();
    });
  }
}

/** A rejection in Fly's format. */
export function refuse(
  status: number,
  error: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return HttpResponse.json<FlyError & DefaultBodyType>(
    { error, status: "unknown" },
    { status, headers },
  );
}

function json(status: number, body: FlyMachine | FlyMachine[] | FlyEvent[] | Small): Response {
  return HttpResponse.json(body as DefaultBodyType, { status });
}
