import type {
  AgentMachine,
  Fleet,
  MachineActionAnswer,
  ParsedInput,
} from "@agent-treasury/contract";
import type { Call } from "../../http/route-table.ts";
import type { Engine } from "../../kernel/engine.ts";
import type { KeyedRequest } from "../../kernel/idempotency/keyed-request.ts";
import { runAtMostOnce } from "../../kernel/idempotency/run-keyed.ts";
import { AgentMachines } from "./agent-machines.ts";
import { type MachineSettings, machineToWire, unlessGone } from "./machine-host.ts";
import type { MachineTerms } from "./machine-settings.ts";
import { MachineTabs } from "./machine-tabs.ts";
import {
  actOnMachine,
  destroyMachine,
  listMachines,
  provisionMachine,
  readMachine,
} from "./machines.ts";

/** The operations on machines, which are loaded when something needs them. */
export class MachineOperations {
  readonly machines: AgentMachines;
  readonly #engine: Engine;
  readonly #fleet: MachineSettings;

  constructor(engine: Engine, { pricedTabs, ...terms }: MachineTerms) {
    const tabs = pricedTabs && new MachineTabs(engine, pricedTabs, terms.idleSuspendMs);
    this.#engine = engine;
    this.#fleet = { ...terms, tabs };
    this.machines = new AgentMachines(engine, this.#fleet);
  }

  /** Lists the machines that the caller may read. */
  async list(call: Call): Promise<Fleet> {
    const listed = await listMachines(this.#fleet);
    const readable = await Promise.all(
      listed.machines.map((machine) => {
        const { workspaceId } = machine;
        return call.isAllowed({ action: "readMachine", workspaceId, machine });
      }),
    );
    return { ...listed, machines: listed.machines.filter((_machine, index) => readable[index]) };
  }

  provision(
    input: ParsedInput<"provisionMachine">,
    keyed: KeyedRequest | null,
  ): Promise<AgentMachine> {
    return provisionMachine(this.#engine, this.#fleet, input, keyed);
  }

  read(id: string): Promise<AgentMachine> {
    return readMachine(this.#fleet, id);
  }

  find(id: string): Promise<AgentMachine | undefined> {
    return unlessGone(() => this.read(id));
  }

  act(
    input: ParsedInput<"actOnMachine">,
    keyed: KeyedRequest | null,
  ): Promise<MachineActionAnswer> {
    const act = () => actOnMachine(this.#engine, this.#fleet, input);
    // Suspending or resuming a machine twice is harmless.
    return input.action === "exec" ? runAtMostOnce(this.#engine, keyed, act) : act();
  }

  destroy(id: string): Promise<void> {
    return destroyMachine(this.#engine, this.#fleet, id);
  }

  async ensure(workspaceId: string): Promise<AgentMachine> {
    return machineToWire(await this.machines.ensure(workspaceId));
  }
}
