import { type Machine, type MachineHost, TreasuryError } from "@agent-treasury/provider";
import type Docker from "dockerode";
import { bringImage } from "./bring-image.ts";
import { containerPlan } from "./container-plan.ts";
import { inspectById, inspectByName, machineFrom, stateOf } from "./container-reader.ts";
import type { DockerMachinesOptions } from "./docker-machines-options.ts";
import { type DockerSettings, dockerSettingsOf } from "./docker-settings.ts";
import { hostError, notFound, statusOf } from "./host-error.ts";
import { lookAgain } from "./look-again.ts";
import { appLabel, tagsOf } from "./machine-labels.ts";
import { refuseRedirects } from "./refuse-redirects.ts";
import { runCommand } from "./run-command.ts";
import { RunningRecords, ranUntil } from "./running-record.ts";

interface Connection {
  readonly docker: Docker;
  readonly records: RunningRecords;
}

/**
 * Machines that are containers of Docker, Podman, or another host with their API. Suspending a
 * machine pauses its container. Containers without this deployment's label are ignored.
 *
 * @throws TreasuryError `invalid_request` for an invalid option.
 * @example
 * ```ts
 * import { dockerMachines } from "@agent-treasury/machines-docker";
 *
 * const machines = dockerMachines({ socket: "/run/podman/podman.sock", memoryMb: 512 });
 * ```
 */
export function dockerMachines(options: DockerMachinesOptions = {}): MachineHost {
  return new DockerMachines(dockerSettingsOf(options));
}

class DockerMachines implements MachineHost {
  readonly specificationVersion = "1";
  readonly provider = "docker";
  readonly real = true;
  readonly networked: boolean;
  readonly #settings: DockerSettings;
  #connection: Promise<Connection> | null = null;

  constructor(settings: DockerSettings) {
    this.#settings = settings;
    this.networked = settings.network !== "none";
    // Node before 24 keeps a failed import, for example of a first use without free file descriptors.
    if (this.configured()) importDocker().catch(() => undefined);
  }

  configured(): boolean {
    return this.#settings.socketPath() !== "";
  }

  defaultSpec(): DockerSettings["spec"] {
    return this.#settings.spec;
  }

  async list(): Promise<readonly Machine[]> {
    const { docker, records } = await this.#connect();
    const { app } = this.#settings.spec;
    return calling("list its machines", async () => {
      const listed = await docker.listContainers({
        all: true,
        filters: { label: [`${appLabel}=${app}`] },
      });
      const ours = listed.filter(({ Labels }) => tagsOf(app, Labels) !== null);
      const [newest, containers] = await Promise.all([
        records.read(),
        // A container may be removed between the two requests.
        Promise.all(ours.map(({ Id }) => inspectById(docker, Id).catch(unlessMissing))),
      ]);
      return containers.flatMap((container) =>
        container === null
          ? []
          : [machineFrom(container, this.#settings, newest.get(container.Id))],
      );
    });
  }

  async provision(options: Parameters<MachineHost["provision"]>[0]): Promise<Machine> {
    const { signal, name } = options;
    signal.throwIfAborted();
    const { docker } = await this.#connect();
    return calling("create the machine", async () => {
      const existing = await inspectByName(docker, name);
      const id = existing?.Id ?? (await this.#create(docker, options));
      if (existing !== undefined) this.#checkName(existing, name);
      return this.start(id);
    });
  }

  async #create(docker: Docker, options: Parameters<MachineHost["provision"]>[0]): Promise<string> {
    await bringImage(docker, this.#settings.spec.image, options.signal);
    options.signal.throwIfAborted();
    try {
      const { id } = await docker.createContainer(containerPlan(options, this.#settings));
      return id;
    } catch (cause) {
      // A concurrent creation takes the name, which each host reports differently.
      const made = await lookAgain(() => inspectByName(docker, options.name));
      if (made === undefined) throw cause;
      this.#checkName(made, options.name);
      return made.Id;
    }
  }

  #checkName(container: Docker.ContainerInspectInfo, name: string): void {
    if (tagsOf(this.#settings.spec.app, container.Config.Labels) !== null) return;
    throw new TreasuryError("machine_host_error", `The name ${name} belongs to another container.`);
  }

  async get(id: string): Promise<Machine> {
    const { docker, records } = await this.#connect();
    return calling("read the machine", async () => {
      const container = await inspectById(docker, id);
      return machineFrom(container, this.#settings, (await records.read(id)).get(id));
    });
  }

  async suspend(id: string): Promise<Machine> {
    // A container that does not run cannot be paused, and costs as little.
    await this.#change(id, "suspended", async (container, state) =>
      state === "started" ? container.pause() : undefined,
    );
    return this.get(id);
  }

  async start(id: string): Promise<Machine> {
    await this.#change(id, "started", (container, state) =>
      state === "suspended" ? container.unpause() : container.start(),
    );
    return this.get(id);
  }

  async exec(
    id: string,
    options: Parameters<MachineHost["exec"]>[1],
  ): ReturnType<MachineHost["exec"]> {
    const { docker } = await this.#connect();
    await this.#ours(docker, id);
    return calling("run the command", () => runCommand(docker, docker.getContainer(id), options));
  }

  async destroy(id: string): Promise<void> {
    const { docker, records } = await this.#connect();
    await this.#ours(docker, id);
    await calling("destroy the machine", async () => {
      await docker.getContainer(id).remove({ force: true, v: true }).catch(unlessMissing);
      await records.forget(id);
    });
  }

  /** Changes a machine's state and records the time. It is idempotent, also under concurrency. */
  async #change(
    id: string,
    wanted: "started" | "suspended",
    change: (container: Docker.Container, state: string) => Promise<unknown>,
  ): Promise<void> {
    const { docker, records } = await this.#connect();
    const before = await this.#ours(docker, id);
    const state = stateOf(before.State);
    const record = (await records.read(id)).get(id);
    const running = wanted === "started";
    if (state !== wanted) {
      await calling(running ? "start the machine" : "suspend the machine", async () => {
        try {
          await change(docker.getContainer(id), state);
        } catch (cause) {
          // Hosts reject a repeated or concurrent change, each in its own way.
          const changed = await lookAgain(async () => {
            const { State } = await inspectById(docker, id);
            return stateOf(State) === wanted ? State : undefined;
          });
          if (changed === undefined) throw cause;
        }
      });
    } else if (record === undefined || record.running === running) return;
    // A new machine has no running time to record.
    if (running && record === undefined && state === "created") return;
    const at = this.#settings.now();
    const ranMs = ranUntil(record, before.State, at);
    await calling("record when the machine ran", () =>
      records.write(id, { sequence: (record?.sequence ?? 0) + 1, at, running, ranMs }),
    );
  }

  async #ours(docker: Docker, id: string): Promise<Docker.ContainerInspectInfo> {
    const container = await inspectById(docker, id);
    if (tagsOf(this.#settings.spec.app, container.Config.Labels) === null) throw notFound(id);
    return container;
  }

  #connect(): Promise<Connection> {
    return (this.#connection ??= this.#open().catch((error: unknown) => {
      this.#connection = null;
      throw error;
    }));
  }

  async #open(): Promise<Connection> {
    const socketPath = this.#settings.socketPath();
    if (socketPath === "") {
      throw new TreasuryError(
        "machines_not_connected",
        "No socket of a container host is set. Set TREASURY_DOCKER_SOCKET.",
      );
    }
    const { default: DockerClient } = await importDocker().catch((cause: unknown) => {
      const problem =
        "The package dockerode could not be loaded. If this repeats, restart the process.";
      throw new TreasuryError("machine_host_error", problem, { cause });
    });
    const docker = new DockerClient({ socketPath });
    refuseRedirects(docker);
    return { docker, records: new RunningRecords(docker, this.#settings.spec.app) };
  }
}

/** Not a static import, because its native parts for ssh break bundlers. */
async function importDocker() {
  return await import("dockerode");
}

async function calling<Answer>(doing: string, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (cause) {
    throw hostError(cause, doing);
  }
}

function unlessMissing(error: unknown): null {
  const isMissing = statusOf(error) === 404 || hasCode(error, "machine_not_found");
  if (!isMissing) throw error;
  return null;
}

function hasCode(error: unknown, code: string): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === code;
}
