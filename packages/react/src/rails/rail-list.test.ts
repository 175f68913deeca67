import type { PaymentExecutor } from "@agent-treasury/provider";
import { Micros } from "@agent-treasury/provider";
import { type Treasury, createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { accessibilityProblems, testBrowser } from "browser-for-tests";
import { beforeAll, describe, expect, it } from "vitest";
import { type BuiltPages, buildPages } from "../built-pages.fixture.ts";
import { baseUrl, openComponent } from "../opened-component.fixture.ts";

const all = ([1280, 390] as const).flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({ width, height: 844, colorScheme })),
);
const windows = process.env["TEST_LONG"] === "1" ? all : all.slice(2, 3);

let pages: BuiltPages;
beforeAll(async () => {
  pages = await buildPages();
});

/** Never finishes a payment, and has a payment that the ledger does not know. */
const executor: PaymentExecutor = {
  specificationVersion: "1",
  provider: "x402",
  keyLifetimeMs: 86_400_000,
  mode: () => "test",
  pay: async () => ({ kind: "in_progress", reference: null }),
  find: async () => ({ kind: "in_progress", reference: null }),
  balances: async () => [{ asset: "USDC on eip155:84532", amount: Micros.of(12_500_000n) }],
  movements: async () => [
    {
      id: `erc20:84532:0x${"5e".repeat(20)}:0x${"ab".repeat(32)}:7`,
      amount: Micros.of(250_000n),
      at: Date.now() - 3_600_000,
      description: "To <b>0xbb</b>",
    },
  ],
};

async function treasuryWith(options: Partial<Parameters<typeof createTreasury>[0]>) {
  const treasury: Treasury = createTreasury({
    autoApprovePayees: "any",
    baseUrl,
    access: "guests",
    storage: memoryStorage(),
    budget: { startingCapitalUsd: 100 },
    recoverySeconds: false,
    ...options,
  });
  const spend = { amountUsd: 4, vendor: "Acme", purpose: "paper", agentId: "buyer" };
  await treasury.propose(spend);
  return treasury;
}

describe("the rails on the ledger screen", () => {
  const browser = testBrowser();

  it.each(windows)(
    "have their balance beside what is held, and what does not match, at $width pixels, $colorScheme",
    async ({ colorScheme, ...viewport }) => {
      const page = await browser.newPage({ viewport, colorScheme });
      const treasury = await treasuryWith({ executors: { executor, lowBalanceUsd: 20 } });
      await openComponent(page, pages, "CommandCentreLedger", treasury);
      const rail = page.getByRole("article", { name: "x402" });
      await rail.getByText("$12.50").waitFor();
      await rail.getByText("$4.00").waitFor();
      await rail.getByText("Below $20.00").waitFor();
      await page.getByRole("button", { name: "Compare 7 days with the ledger" }).click();
      await page.getByText("x402: 1 payment, 1 difference.").waitFor();
      const differences = page.getByRole("list", { name: "Differences of x402" });
      await differences.getByText("To <b>0xbb</b>").waitFor();
      const overflow = "document.documentElement.scrollWidth - innerWidth";
      expect(await page.evaluate<number>(overflow)).toBeLessThanOrEqual(0);
      expect(await accessibilityProblems(page)).toEqual([]);
    },
  );

  it("are absent without an executor, and for a person who may not see them", async () => {
    for (const options of [
      {},
      {
        executors: { executor },
        authenticate: () => ({ name: "Ada" }),
        authorize: ({ action }: { action: string }) => action !== "readRails",
      },
    ]) {
      const page = await browser.newPage();
      const treasury = await treasuryWith(options);
      const answered = page.waitForResponse(/\/treasury\/rails$/);
      await openComponent(page, pages, "CommandCentreLedger", treasury);
      await answered;
      await page.getByText("Acme: paper").or(page.getByText("No entries yet")).first().waitFor();
      await expect.poll(() => page.getByRole("heading", { name: "Rails" }).count()).toBe(0);
    }
  });
});
