import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { serveStripeStandIn } from "@agent-treasury/sandbox/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { openDeployment } from "./open-deployment.ts";

const isLong = process.env["TEST_LONG"] !== undefined;
const processes = isLong ? 8 : 3;
const deliveries = isLong ? 100 : 40;
/** Longer than all deliveries take. */
const longestMs = 100_000;
const script = fileURLToPath(new URL("./stripe-deliveries.fixture.ts", import.meta.url));

interface DeploymentProcess {
  /** Resolves when the process is ready to begin, rejects if it exits before. */
  readonly ready: Promise<unknown>;
  begin(): void;
  /** The lines printed afterwards, once it has exited. */
  answers(): Promise<readonly string[]>;
}

/** Starts a process of the deployment. */
function startProcess(
  env: Readonly<Record<string, string>>,
  ...values: readonly string[]
): DeploymentProcess {
  const options = ["--conditions=@agent-treasury/source", "--disable-warning=ExperimentalWarning"];
  // Before Node 22.18, type stripping requires an option.
  if (process.features.typescript === false) options.push("--experimental-strip-types");
  const child = spawn(process.execPath, [...options, script, ...values], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, ...env },
    timeout: longestMs,
    killSignal: "SIGKILL",
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  onTestFinished(() => void child.kill("SIGKILL"));
  const closed = once(child, "close");
  const endedEarly = closed.then(() => {
    throw new Error(
      `It ended with ${child.exitCode ?? child.signalCode}, having printed:\n${output}`,
    );
  });
  return {
    ready: Promise.race([once(child.stdout, "data"), endedEarly]),
    begin: () => child.stdin.write("begin\n"),
    answers: async () => {
      await closed;
      expect(child.exitCode).toBe(0);
      return output.trim().split("\n").slice(1);
    },
  };
}

describe(`${processes} processes that each receive ${deliveries} returns and as many deliveries`, () => {
  it("credit the session once", async () => {
    const directory = await mkdtemp(join(tmpdir(), "stripe-deliveries-"));
    const stripe = await serveStripeStandIn();
    const env = {
      TREASURY_DATABASE_URL: `sqlite:${join(directory, "treasury.db")}`,
      // The test runner sets a variable of this name.
      BASE_URL: "http://localhost:3000",
      STRIPE_SECRET_KEY: "sk_test_51EightProcesses",
      STRIPE_WEBHOOK_SECRET: "whsec_eightProcesses",
      STRIPE_API_URL: stripe.url,
    };
    const { treasury } = await openDeployment({ env });
    try {
      const { id } = await treasury.startDeposit({ workspaceId: "acme", amountUsd: 42.5 });
      const paid = stripe.standIn.pay(id);
      const delivery = await stripe.standIn.delivery(paid, env.STRIPE_WEBHOOK_SECRET);
      const words = [id, String(deliveries), JSON.stringify(delivery)];
      const started = Array.from({ length: processes }, () => startProcess(env, ...words));
      await Promise.all(started.map(({ ready }) => ready));
      for (const { begin } of started) begin();
      const answers = (await Promise.all(started.map((each) => each.answers()))).flat();
      expect(answers).toHaveLength(processes * deliveries);
      expect(answers.filter((answer) => answer === "credited")).toHaveLength(1);
      expect(answers.filter((answer) => answer === "duplicate")).toHaveLength(
        processes * deliveries - 1,
      );
      expect(await treasury.state("acme")).toMatchObject({ balanceUsd: 42.5, depositsUsd: 42.5 });
      expect(await treasury.verify("acme")).toMatchObject({ valid: true, entriesChecked: 1 });
    } finally {
      await treasury.close();
      await stripe.close();
      await rm(directory, { recursive: true, maxRetries: 5 });
    }
  });
});
