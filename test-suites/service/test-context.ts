import type {
  ErrorBody,
  ErrorCode,
  Input,
  Output,
  RouteName,
  TurnRouteName,
  TurnStreamItem,
} from "@agent-treasury/contract";
import type { TestFramework } from "@agent-treasury/testing";
import { type AskedFor, flawsOf, streamFlawsOf } from "./drivers/check-answer.ts";
import type {
  CallExtras,
  CallOutcome,
  Driver,
  DriverKind,
  StreamExtras,
} from "./drivers/driver.ts";
import {
  type MachinesKind,
  type ServiceMachines,
  serviceMachines,
} from "./ports/service-machines.ts";
import { type ServiceModel, serviceModel } from "./ports/service-model.ts";
import {
  type PaymentsKind,
  type ServicePayments,
  servicePayments,
} from "./ports/service-payments.ts";
import { type ServiceStorage, serviceStorage } from "./ports/service-storage.ts";
import type { RunningService, ServiceSurface, StoragePlace } from "./service-surface.ts";
import { memoryPlace } from "./surfaces/memory-place.ts";
import type { ServiceOptions } from "./treasury/service-parts.ts";
import type { WireAnswer, WireRequest } from "./wire-exchange.ts";

/** A test's treasury. */
export interface TestSetup {
  readonly options?: ServiceOptions;
  /** False for none; a scripted one by default. */
  readonly model?: false;
  /** The sandbox by default. */
  readonly payments?: PaymentsKind;
  /** A simulated host by default. */
  readonly machines?: MachinesKind;
  /** `NODE_ENV` of the service's process. */
  readonly nodeEnvironment?: "production";
  /** Reuses processor and host after a restart. */
  readonly keepPorts?: true;
}

/** The test context: a treasury with its driver and ports. */
export class TestContext {
  readonly expect: TestFramework["expect"];
  readonly surface: ServiceSurface;
  readonly model: ServiceModel = serviceModel();
  readonly #kind: DriverKind;
  readonly #place: StoragePlace;
  readonly #flaws: string[] = [];
  #service: RunningService | null = null;
  #driver: Driver | null = null;
  #payments: ServicePayments = servicePayments("sandbox");
  #machines: ServiceMachines = serviceMachines("pretended");
  #storage: ServiceStorage;
  readonly #nodeEnvironment: string | undefined = process.env["NODE_ENV"];

  constructor(expect: TestFramework["expect"], surface: ServiceSurface, kind: DriverKind) {
    this.expect = expect;
    this.surface = surface;
    this.#kind = kind;
    this.#place = (surface.makeStoragePlace ?? memoryPlace)();
    this.#storage = serviceStorage(this.#place.open());
  }

  get payments(): ServicePayments {
    return this.#payments;
  }

  get machines(): ServiceMachines {
    return this.#machines;
  }

  get storage(): ServiceStorage {
    return this.#storage;
  }

  get origin(): string {
    return this.#running.origin;
  }

  async start(setup: TestSetup): Promise<void> {
    const { options = {}, payments = "sandbox", machines = "pretended" } = setup;
    if (setup.keepPorts !== true) {
      if (payments !== "none") this.#payments = servicePayments(payments);
      if (machines !== "none") this.#machines = serviceMachines(machines);
    }
    if (setup.nodeEnvironment !== undefined) process.env["NODE_ENV"] = setup.nodeEnvironment;
    this.#service = await this.surface.start({
      storage: this.#storage,
      model: setup.model === false ? null : this.model,
      payments: payments === "none" ? null : this.#payments,
      machines: machines === "none" ? null : this.#machines,
      // Recovery is off by default so that it does not disturb tests that count calls.
      options: { recoverySeconds: false, ...this.surface.options, ...options },
    });
    this.#driver = this.#kind.connect({ origin: this.#running.origin, fetch: this.fetch });
  }

  /** Closes the treasury with its process, and starts one with the same ledgers. */
  async restart(setup: TestSetup): Promise<void> {
    await this.#running.close();
    this.#storage = serviceStorage(this.#place.open());
    await this.start(setup);
  }

  /** Closes the treasury, but not its mount. */
  closeTreasury(): Promise<void> {
    return this.#running.closeTreasury();
  }

  /** The flaws of responses. */
  get flaws(): readonly string[] {
    return this.#flaws;
  }

  /** Releases all resources. */
  async end(): Promise<void> {
    await this.#service?.close();
    await this.#place.remove();
    if (this.#nodeEnvironment !== undefined) process.env["NODE_ENV"] = this.#nodeEnvironment;
  }

  /** Calls an operation. */
  call<Name extends RouteName>(
    name: Name,
    input: Input<Name>,
    extras?: CallExtras,
  ): Promise<CallOutcome<Name>> {
    if (this.#driver === null) throw new Error("The context was not started.");
    return this.#driver.call(name, input, extras);
  }

  /** Calls an operation with a streamed response. */
  stream<Name extends TurnRouteName>(
    name: Name,
    input: Input<Name>,
    extras?: StreamExtras,
  ): AsyncGenerator<TurnStreamItem, void> {
    if (this.#driver === null) throw new Error("The context was not started.");
    return this.#driver.stream(name, input, extras);
  }

  /** Calls an operation that must succeed. */
  async ok<Name extends RouteName>(
    name: Name,
    input: Input<Name>,
    extras?: CallExtras,
  ): Promise<Output<Name>> {
    const outcome = await this.call(name, input, extras);
    if (outcome.ok) return outcome.answer;
    throw new Error(`${name} was refused: ${outcome.status} ${JSON.stringify(outcome.body)}`);
  }

  /** Calls an operation that must be rejected with this code and its status. */
  async refused(
    code: ErrorCode,
    name: RouteName,
    // The types often exclude invalid input.
    input: Readonly<Record<string, unknown>>,
    extras?: CallExtras,
  ): Promise<ErrorBody & { readonly status: number }> {
    const outcome = await this.call(name, input, extras);
    if (outcome.ok) throw new Error(`${name} succeeded: ${JSON.stringify(outcome.answer)}`);
    this.expect(outcome.body.code).toBe(code);
    return { ...outcome.body, status: outcome.status };
  }

  /** Sends bytes, and checks the response's form. */
  async send(request: WireRequest): Promise<WireAnswer> {
    const answer = await this.#running.send(request);
    const { pathname } = new URL(request.path, this.#running.origin);
    this.#check({ method: request.method ?? "GET", pathname }, answer);
    return answer;
  }

  /** Sends bytes without checks, because another layer may respond. */
  sendAnywhere(request: WireRequest): Promise<WireAnswer> {
    return this.#running.send(request);
  }

  /** A platform `fetch` whose response is checked. */
  readonly fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    const response = await this.#running.fetch(request);
    if (response.headers.get("content-type")?.startsWith("text/event-stream")) {
      this.#flaws.push(...streamFlawsOf(response));
      return response;
    }
    const text = await response.clone().text();
    this.#check({ method: request.method, pathname }, { ...partsOf(response), text });
    return response;
  };

  #check(asked: AskedFor, answer: WireAnswer): void {
    this.#flaws.push(...flawsOf(asked, answer));
  }

  get #running(): RunningService {
    if (this.#service === null) throw new Error("The context was not started.");
    return this.#service;
  }
}

function partsOf({ status, headers }: Response): Omit<WireAnswer, "text"> {
  return { status, headers };
}
