import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { testBrowser } from "browser-for-tests";
import { buildSync } from "esbuild";
import { expect, it } from "vitest";
import { pay, receiptTreasury } from "./receipts.fixture.ts";

const browser = testBrowser();

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

function bundled(entry: string, format: "esm" | "iife"): string {
  const { outputFiles } = buildSync({
    entryPoints: [path(entry)],
    bundle: true,
    minify: true,
    platform: "browser",
    target: "es2024",
    format,
    write: false,
  });
  return outputFiles[0]?.text.trim() ?? "";
}

it("is below 30 kB, and needs no other module", () => {
  const verifier = bundled("./index.ts", "esm");
  expect(verifier).not.toMatch(/\bimport\b|\brequire\("/);
  expect(new TextEncoder().encode(verifier).length).toBeLessThan(30_000);
});

it("has a page with the present verifier, which `vitest run -u` on this file builds", async () => {
  const template = readFileSync(path("./page/page.html"), "utf8");
  const script = bundled("./page/show-receipt.ts", "iife").replaceAll("</", "<\\/");
  const page = template.replace("/* verifier */", () => script);
  await expect(page).toMatchFileSnapshot("../verify.html");
});

it("verifies a receipt on the page, from the disk", async () => {
  const treasury = receiptTreasury();
  const proposalId = await pay(treasury, 24, { vendor: "Hetzner", category: "hosting" });
  const { receipt } = await treasury.receipts.issue({ proposalId });
  const keys = JSON.stringify(await treasury.receipts.keys());
  const page = await browser.newPage({ viewport: { width: 900, height: 1_500 } });
  await page.goto(pathToFileURL(path("../verify.html")).href);
  await page.locator("#keys").setInputFiles({
    name: "keys.json",
    mimeType: "application/json",
    buffer: Buffer.from(keys),
  });
  const shownFor = async (text: string, name: string): Promise<string> => {
    await page.locator("#receipt").fill(text);
    await page.locator("#verify").click();
    await page.locator("#result .verdict").waitFor();
    const { RECEIPT_SHOTS: folder } = process.env;
    if (folder !== undefined) {
      await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
    }
    const shown = await page.locator("#result").innerText();
    await page.locator("#result").evaluate((result) => result.replaceChildren());
    return shown;
  };
  const [jwt = "", ...disclosures] = receipt.split("~");
  expect(await shownFor(receipt, "valid")).toMatch(/^Valid\n+Nothing is withheld[^]*Hetzner/);
  const tampered = [jwt.replace(/.$/, (last) => (last === "A" ? "Q" : "A")), ...disclosures];
  expect(await shownFor(tampered.join("~"), "tampered")).toMatch(/^Not valid/);
  const partly = await shownFor([jwt, ...disclosures.slice(2)].join("~"), "withheld");
  expect(partly).toMatch(/^Valid\n+Withheld or erased: proposal: vendor, proposal: purpose/);
});
