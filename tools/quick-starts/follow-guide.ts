import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { GuideBlock } from "../documents/guide-blocks.ts";

export interface Step {
  /** A command, or the name of a file. */
  readonly what: string;
  readonly seconds: number;
  /** Of code, if it wrote a file. */
  readonly lines: number;
}

/** The time limit of one command. */
const patienceMs = 300_000;

/** Executes a guide's blocks exactly as written. */
export class Follower {
  readonly steps: Step[] = [];
  #folder: string;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #running: ChildProcess[] = [];
  readonly #served: string;
  #printed = "";

  /** @param served - The address of the server that a guide starts. */
  constructor(
    folder: string,
    environment: NodeJS.ProcessEnv,
    served: string = "http://localhost:3000/",
  ) {
    this.#folder = folder;
    this.#environment = environment;
    this.#served = served;
  }

  /**
   * Executes one block.
   *
   * @throws Error with the output, when it does not work as written.
   */
  async follow(block: GuideBlock): Promise<void> {
    const { language, text, file } = block;
    if (file !== null) {
      const lines = text.split("\n").filter((line) => line.trim() !== "").length;
      this.#timed(`write ${file}`, lines, () => this.#write(file, text));
    } else if (language === "sh" && block.staysRunning) {
      await this.#timedAsync(text.trim(), () => this.#start(text.trim()));
    } else if (language === "sh") {
      this.#printed = "";
      // A line that ends with a backslash continues.
      for (const line of text.trim().split(/(?<!\\)\n/)) {
        await this.#timedAsync(line, () => this.#run(line));
      }
    } else if (language === "text") {
      this.#expectPrinted(text);
    } else {
      throw new Error(`The guide does not name the target of this block:\n${text}`);
    }
  }

  /** Stops background commands. */
  async stop(): Promise<void> {
    for (const { pid, exitCode, signalCode } of this.#running) {
      if (pid === undefined || exitCode !== null || signalCode !== null) continue;
      process.kill(-pid, "SIGTERM");
    }
    const ended = this.#running.map(async (one) => {
      if (one.exitCode !== null || one.signalCode !== null) return;
      const late = setTimeout(() => process.kill(-(one.pid ?? 0), "SIGKILL"), 10_000);
      await new Promise((resolve) => one.once("close", resolve));
      clearTimeout(late);
    });
    await Promise.all(ended);
  }

  #write(file: string, text: string): void {
    const path = join(this.#folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  async #run(command: string): Promise<void> {
    const folderFile = join(this.#folder, ".folder-of-the-shell");
    // The effect of `cd` persists, as in a terminal.
    const script = `${command}\npwd > ${JSON.stringify(folderFile)}`;
    const child = this.#spawn(["-e", "-c", script], false);
    const output = collect(child);
    const late = setTimeout(() => child.kill("SIGKILL"), patienceMs);
    const code = await new Promise((resolve) => child.once("close", resolve));
    clearTimeout(late);
    if (code !== 0) throw new Error(`${command} exited with ${String(code)}:\n${output()}`);
    this.#printed += output();
    this.#folder = readFileSync(folderFile, "utf8").trim();
  }

  async #start(command: string): Promise<void> {
    const child = this.#spawn(["-c", command], true);
    this.#running.push(child);
    const output = collect(child);
    const patience = Date.now() + patienceMs;
    while (!(await answers(this.#served))) {
      const ended = child.exitCode !== null;
      if (ended || Date.now() > patience) {
        throw new Error(`${command} ${ended ? "ended" : "does not listen"}:\n${output()}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  #spawn(args: readonly string[], detached: boolean): ChildProcess {
    return spawn("bash", args, {
      cwd: this.#folder,
      env: this.#environment,
      detached,
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  #expectPrinted(text: string): void {
    for (const line of text.trim().split("\n")) {
      if (this.#printed.includes(line)) continue;
      throw new Error(
        `The guide expects this output:\n${line}\nThe actual output was:\n${this.#printed}`,
      );
    }
  }

  #timed(what: string, lines: number, act: () => void): void {
    const begin = performance.now();
    act();
    this.steps.push({ what, seconds: (performance.now() - begin) / 1_000, lines });
  }

  async #timedAsync(what: string, act: () => Promise<void>): Promise<void> {
    const begin = performance.now();
    await act();
    this.steps.push({ what, seconds: (performance.now() - begin) / 1_000, lines: 0 });
  }
}

function collect(child: ChildProcess): () => string {
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (piece: Buffer) => (output += piece.toString()));
  }
  return () => output;
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  );
}
