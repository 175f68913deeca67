import { writeFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { displaceClock } from "../../../fault-injection/processes/displaced-clock.ts";
import { leave, ownTask, print, readyToGo } from "../../../fault-injection/processes/own-task.ts";

export interface Purchase {
  readonly id: string;
  readonly url: string;
}

/** What every contestant gets: an account, a chain, a seller, and a folder that survives it. */
export interface Setting {
  readonly privateKey: `0x${string}`;
  readonly rpcUrl: string;
  readonly token: `0x${string}`;
  /** The origin, port and certificate of the seller. `fetch` trusts the certificate. */
  readonly origin: string;
  readonly port: number;
  readonly certificate: string;
  readonly folder: string;
  /** The cap of a day. */
  readonly capDollars: number;
  /** Of a database that is started for the run, if the contestant needs one. */
  readonly databaseUrl: string | null;
  readonly needsApproval: boolean;
}

/**
 * A contestant, by its own documented example. `buy` throws if nothing was delivered. The others are
 * of a purchase that needs a person's approval.
 */
export interface Program {
  buy?(purchase: Purchase): Promise<void>;
  /** Runs an agent until its purchase waits for a person. */
  ask?(purchase: Purchase): Promise<void>;
  /** Passes on that the person approved, and continues, as the documentation shows it. */
  approve?(purchase: Purchase): Promise<void>;
  /** Continues in a new process after a crash, by what is stored. */
  resume?(purchase: Purchase): Promise<void>;
  /** Does whatever the client of an agent can do to claim an approval. */
  forge?(purchase: Purchase): Promise<void>;
  /** Does whatever a model can do to claim an approval. */
  claim?(purchase: Purchase): Promise<void>;
  close?(): Promise<void>;
}

export type Step = keyof Omit<Program, "close">;

/** What one process does. */
export interface Task {
  readonly setting: Setting;
  readonly step: Step;
  /** Of `buy`, at once or one after another. A purchase may be named by several callers. */
  readonly purchases: readonly Purchase[];
  readonly atOnce: boolean;
  /** A caller repeats a purchase after a minute of this process's clock. */
  readonly attempts: number;
  /** How far its clock is ahead when it starts. */
  readonly aheadHours: number;
  /** How far its clock jumps at the first failure. */
  readonly jumpHours: number;
}

export const minuteHours = 61 / 3_600;

/** Runs the task of this process. */
export async function runProgram(open: (setting: Setting) => Promise<Program>): Promise<void> {
  const task = ownTask() as Task;
  displaceClock(task.aheadHours);
  const program = await open(task.setting);
  const run = program[task.step];
  if (run === undefined) throw new Error(`This program cannot ${task.step}.`);
  await readyToGo();
  let jumpHours = task.jumpHours;
  const attempt = async (purchase: Purchase): Promise<void> => {
    for (let made = 1; made <= task.attempts; made += 1) {
      try {
        await run(purchase);
        return;
      } catch (error) {
        print(`${task.step} ${error instanceof Error ? error.message : String(error)}`);
        displaceClock(jumpHours === 0 ? minuteHours : jumpHours);
        jumpHours = 0;
      }
    }
  };
  if (task.atOnce) await Promise.all(task.purchases.map(attempt));
  else for (const purchase of task.purchases) await attempt(purchase);
  await program.close?.();
  leave();
}

export async function requireDelivery(answer: Response): Promise<void> {
  await answer.text();
  if (!answer.ok) throw new Error(`The seller answered ${answer.status}.`);
}

/** Stores what an app stores of an agent's run in its database. */
export async function store(setting: Setting, name: string, value: string): Promise<void> {
  await writeFile(join(setting.folder, name), value);
}

export async function stored(setting: Setting, name: string): Promise<string> {
  return readFile(join(setting.folder, name), "utf8");
}
