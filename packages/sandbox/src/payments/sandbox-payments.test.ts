import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type CheckoutRequest, isTreasuryError, Micros } from "@agent-treasury/provider";
import { paymentProcessorConformance } from "@agent-treasury/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type SandboxPayments, sandboxPayments } from "./sandbox-payments.ts";
import { sandboxSessionFiles } from "./sandbox-session-files.ts";
import { type SandboxSession, sandboxSessionsInMemory } from "./sandbox-session.ts";

const baseUrl = "http://localhost:3000";
const unknownSessionId = `sandbox_cs_${"0".repeat(32)}`;

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "sandbox-"));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

function checkout(changes: Partial<CheckoutRequest> = {}): CheckoutRequest {
  return {
    workspaceId: "acme",
    amount: Micros.of("12500000"),
    successUrl: `${baseUrl}/command?deposit_session={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${baseUrl}/command?deposit_cancelled=1`,
    idempotencyKey: crypto.randomUUID(),
    ...changes,
  };
}

/** The sandbox of another process, connected by the files alone. */
function restarted(): SandboxPayments {
  return sandboxPayments({ baseUrl, store: sandboxSessionFiles(directory) });
}

async function codeOf(promise: Promise<unknown>): Promise<string | undefined> {
  const failure = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  return isTreasuryError(failure) ? failure.code : undefined;
}

const sandbox = sandboxPayments({ baseUrl });
paymentProcessorConformance(
  { describe, it, expect },
  {
    create: () => sandbox,
    pay: (_processor, sessionId) => sandbox.complete(sessionId),
    deliver: async (_processor, sessionId) => {
      const { workspaceId, paymentReference, amount } = await sandbox.readCheckout(sessionId);
      const { body, headers } = await sandbox.delivery({
        kind: "collected",
        purpose: "deposit",
        workspaceId: workspaceId ?? "",
        checkoutId: sessionId,
        paymentReference: paymentReference ?? "",
        amount,
        currency: "usd",
      });
      return { body: new TextEncoder().encode(body), headers };
    },
    unknownSessionId,
  },
);

describe("sandbox payments stored in files", () => {
  paymentProcessorConformance(
    { describe, it, expect },
    {
      create: restarted,
      pay: (_processor, sessionId) => restarted().complete(sessionId),
      unknownSessionId,
    },
  );

  it("persist across a restart, paid or unpaid, and find the session of a key again", async () => {
    const asked = checkout();
    const session = await restarted().createCheckout(asked);
    expect((await restarted().readCheckout(session.id)).paid).toBe(false);
    await restarted().complete(session.id);
    expect((await restarted().readCheckout(session.id)).paid).toBe(true);
    expect(await restarted().createCheckout(asked)).toEqual(session);
  });

  it("leave no partial file behind", async () => {
    const files = await readdir(directory);
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter((name) => !/^sandbox_cs_[0-9a-f]{32}\.json$/.test(name))).toEqual([]);
  });

  it("access no file outside of their directory", async () => {
    const store = sandboxSessionFiles(directory);
    await expect(store.get("../../etc/passwd")).rejects.toThrow("Not the id");
    const payments = sandboxPayments({ baseUrl, store });
    expect(await codeOf(payments.readCheckout("../../etc/passwd"))).toBe("payment_processor_error");
  });
});

describe("sandbox payments", () => {
  it("report what they are, and open sessions at their own page", async () => {
    expect([sandbox.provider, sandbox.mode()]).toEqual(["sandbox", "sandbox"]);
    const { id, url } = await sandbox.createCheckout(checkout());
    expect(id).toMatch(/^sandbox_cs_[0-9a-f]{32}$/);
    expect(url).toBe(`${baseUrl}/api/service/checkout/${id}`);
  });

  it("use a configured path and base address", async () => {
    const payments = sandboxPayments({ baseUrl: "https://acme.example/app/", path: "/pay" });
    const { id, url } = await payments.createCheckout(checkout());
    expect(url).toBe(`https://acme.example/app/pay/${id}`);
    expect((await payments.page(new Request(url)))?.status).toBe(200);
  });

  it("expire a session after a day, and then reject its payment", async () => {
    let time = Date.UTC(2027, 0, 1);
    const payments = sandboxPayments({ baseUrl, now: () => time });
    const { id, expiresAt } = await payments.createCheckout(checkout());
    expect(expiresAt).toBe(time + 86_400_000);
    time += 86_400_000;
    expect(await codeOf(payments.complete(id))).toBe("payment_processor_error");
    expect((await payments.readCheckout(id)).paid).toBe(false);
  });

  it("report a paid session as paid after a day", async () => {
    let time = Date.UTC(2027, 0, 1);
    const payments = sandboxPayments({ baseUrl, now: () => time });
    const { id } = await payments.createCheckout(checkout());
    await payments.complete(id);
    time += 30 * 86_400_000;
    await payments.complete(id);
    expect((await payments.readCheckout(id)).paid).toBe(true);
  });

  it("record a payment once, however often it is repeated", async () => {
    const kept = sandboxSessionsInMemory();
    const written: SandboxSession[] = [];
    const payments = sandboxPayments({
      baseUrl,
      store: {
        get: kept.get,
        put: (id, session) => {
          written.push(session);
          return kept.put(id, session);
        },
      },
    });
    const { id } = await payments.createCheckout(checkout());
    await Promise.all([payments.complete(id), payments.complete(id), payments.complete(id)]);
    expect(written.map(({ paidAt }) => paidAt === null)).toEqual([true, false]);
  });

  it("accept one content per key, also for concurrent calls", async () => {
    const asked = checkout();
    const dearer = { ...asked, amount: Micros.of("99000000") };
    const opened = await Promise.allSettled([
      sandbox.createCheckout(asked),
      sandbox.createCheckout(dearer),
    ]);
    expect(opened.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  });

  it("open a new session for a key that is older than a day", async () => {
    let time = Date.UTC(2027, 0, 1);
    const payments = sandboxPayments({ baseUrl, now: () => time });
    const asked = checkout();
    const first = await payments.createCheckout(asked);
    time += 86_400_000;
    const second = await payments.createCheckout({ ...asked, amount: Micros.of("1000000") });
    expect(second.id).not.toBe(first.id);
    expect((await payments.readCheckout(first.id)).amount).toBe(12_500_000n);
  });

  it.each([
    { amount: Micros.of("0") },
    { amount: Micros.of("1005000") },
    { amount: Micros.of("-1000000") },
    { successUrl: "javascript:alert(1)" },
    { cancelUrl: "/relative" },
  ])("reject a checkout with %o", async (changes) => {
    const opened = sandbox.createCheckout(checkout(changes));
    expect(await codeOf(opened)).toBe("payment_processor_error");
  });

  it("reject the completion of an unknown session", async () => {
    expect(await codeOf(sandbox.complete(unknownSessionId))).toBe("payment_processor_error");
  });
});
