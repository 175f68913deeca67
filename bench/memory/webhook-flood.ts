import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { StripeStandIn } from "@agent-treasury/sandbox";
import { type StripeStandInServer, serveStripeStandIn } from "@agent-treasury/sandbox/node";
import type { Bench, BenchContext } from "../harness/bench.ts";
import { figureText, millisecondsText } from "../harness/number-text.ts";
import type { Report, Row } from "../harness/report.ts";
import { openFlood } from "./flood.ts";
import { type LimitedServer, startLimitedServer } from "./limited-server.ts";

const here = fileURLToPath(new URL("../../", import.meta.url));
const bytesInMebibyte = 2 ** 20;
const limitBytes = 512 * bytesInMebibyte;
const secret = "whsec_bench";
const deliveryTimeoutMs = 20_000;

/** Unauthenticated bodies, each with one byte missing. */
const floods = {
  "1 MiB without a signature": () => ({ bytes: bytesInMebibyte, headers: {} }),
  // It passes the header check, so that only the limits on bodies apply.
  "256 KiB with a made-up signature": () => ({
    bytes: 262_144,
    headers: { "Stripe-Signature": `t=${Math.floor(Date.now() / 1_000)},v1=${"0".repeat(64)}` },
  }),
};

/** Tests the webhook under callers that send part of a body and stop. */
export const webhookFlood: Bench = {
  name: "webhook-flood",
  summary: "the webhook under 2,000 unauthenticated connections, in 512 MB",
  comparesPrevious: true,
  run: async (context) => {
    const connections = context.size === "tiny" ? 40 : 2_000;
    const rows: Row[] = [];
    let isLimited = false;
    for (const [flood, parts] of Object.entries(floods)) {
      for (const [version, checkout] of versionsOf(context)) {
        const name = `${flood}: ${version}`;
        if (checkout === null) {
          rows.push({ name, notRun: "`--previous PATH`, a checkout with its packages installed" });
          continue;
        }
        const found = await measure(checkout, { connections, ...parts() }, context);
        isLimited = found.isLimited;
        rows.push({ name, cells: found.cells });
        context.progress(`${name}: ${found.cells.join(", ")}`);
      }
    }
    const columns = ["", "peak resident, MiB", "deliveries credited", "slowest", "the server"];
    return {
      tables: [{ columns, rows }],
      settings: {
        load: `${connections} connections that send all but the last byte of a body; meanwhile and afterwards deliveries that Stripe's stand-in signed`,
        limit: isLimited ? "a memory cgroup of 512 MiB" : "none: memory cgroups cannot be set here",
        measured: "VmHWM of the Express example on SQLite, from its start",
      },
    } satisfies Report;
  },
};

function versionsOf({ previousPath }: BenchContext): [string, string | null][] {
  return [
    ["**this version**", here],
    ["the previous one", previousPath ?? null],
  ];
}

interface Measured {
  readonly isLimited: boolean;
  readonly cells: readonly string[];
}

async function measure(
  checkout: string,
  flood: Parameters<typeof openFlood>[1],
  { size }: BenchContext,
): Promise<Measured> {
  const stripe = await serveStripeStandIn();
  const env = {
    STRIPE_SECRET_KEY: "sk_test_bench",
    STRIPE_WEBHOOK_SECRET: secret,
    STRIPE_API_URL: stripe.url,
  };
  const server = await startLimitedServer(checkout, env, limitBytes);
  try {
    const during = await paidSessions(server, stripe, size === "tiny" ? 2 : 20);
    const after = await paidSessions(server, stripe, size === "tiny" ? 1 : 5);
    const taken: number[] = [];
    const flooding = openFlood(server.url, flood);
    for (const event of during) {
      taken.push(await deliver(server, stripe, event));
      await sleep(100);
    }
    const { close } = await flooding;
    for (const event of after) taken.push(await deliver(server, stripe, event));
    const isRunning = server.isRunning();
    close();
    const credited = taken.filter(Number.isFinite);
    return {
      isLimited: server.isLimited,
      cells: [
        figureText(server.peakBytes() / bytesInMebibyte),
        `${credited.length} of ${taken.length}`,
        credited.length === 0 ? "–" : millisecondsText(Math.max(...credited)),
        isRunning ? "runs" : "was killed",
      ],
    };
  } finally {
    await server.stop();
    await stripe.close();
  }
}

type PaidEvent = ReturnType<StripeStandIn["pay"]>;

async function paidSessions(
  { url }: LimitedServer,
  { standIn }: StripeStandInServer,
  count: number,
): Promise<readonly PaidEvent[]> {
  const events: PaidEvent[] = [];
  while (events.length < count) {
    const response = await fetch(`${url}/api/service/treasury/deposit`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ amountUsd: 5 }),
    });
    const { id } = (await response.json()) as { readonly id: string };
    events.push(standIn.pay(id));
  }
  return events;
}

/** The milliseconds until a delivery is credited, or infinity. */
async function deliver(
  { url }: LimitedServer,
  { standIn }: StripeStandInServer,
  event: PaidEvent,
): Promise<number> {
  const { body, headers } = await standIn.delivery(event, secret);
  const from = performance.now();
  try {
    const response = await fetch(`${url}/api/service/treasury/webhook`, {
      method: "POST",
      headers: { ...headers, connection: "close" },
      body,
      signal: AbortSignal.timeout(deliveryTimeoutMs),
    });
    const isCredited = (await response.text()).includes('"credited"');
    return isCredited ? performance.now() - from : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
