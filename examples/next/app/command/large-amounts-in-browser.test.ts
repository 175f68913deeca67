import { testBrowser } from "browser-for-tests";
import { describe, expect, it } from "vitest";
import { openCommand } from "./open-command.fixture.ts";
import { testApp } from "./test-app.fixture.ts";

describe("the command centre, with large amounts", () => {
  const browser = testBrowser();
  const app = testApp({
    TREASURY_ACCESS: "guests",
    TREASURY_STARTING_CAPITAL_USD: "123456789.123456",
    TREASURY_MAX_SPEND_PER_ACTION_USD: "1000000",
    TREASURY_DAILY_SPEND_CAP_USD: "1000000",
  });

  it.each([1280, 390])(
    "shows all of what a spend would change within its card, at %d pixels",
    async (width) => {
      const { page, client, inbox } = await openCommand(browser, app.url, `large-${width}`);
      await client.agent.run({ message: "Buy a subscription from Vercel for $999999.123456" });
      await page.setViewportSize({ width, height: 1000 });
      if (width === 390) await page.getByRole("tab", { name: /Inbox/ }).click();
      const card = inbox.getByRole("article", { name: "Pay $999,999.123456 to Vercel" });
      await card.getByText("Details").click();
      const cap = card.getByRole("row", { name: /^Today/ }).getByText("of $1,000,000.00");
      await cap.waitFor();
      const [inner, outer] = await Promise.all([cap.boundingBox(), card.boundingBox()]);
      const edge = (box: typeof inner): number => (box?.x ?? 0) + (box?.width ?? 0);
      expect(edge(inner)).toBeGreaterThan(0);
      expect(edge(inner)).toBeLessThan(edge(outer));
      // No letter of a label stands below another one.
      const label = await card.getByRole("rowheader", { name: "Balance" }).boundingBox();
      expect(label?.width).toBeGreaterThan(label?.height ?? 0);
    },
  );
});
