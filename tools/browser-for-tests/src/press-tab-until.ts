import type { Locator } from "playwright-core";

const pressesAtMost = 60;

/** Presses the Tab key until an element has the focus. */
export async function pressTabUntil(element: Locator): Promise<void> {
  const page = element.page();
  for (let presses = 0; presses < pressesAtMost; presses += 1) {
    if ((await element.and(page.locator(":focus")).count()) === 1) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${pressesAtMost} presses of Tab did not reach ${element.toString()}.`);
}
