import type { Treasury } from "@agent-treasury/treasury-core";
import type { Page } from "browser-for-tests";
import type { BuiltPages } from "./built-pages.fixture.ts";

export const baseUrl = "http://localhost:3000";

/** Opens a page whose requests this process answers. Returns the warnings of its scripts. */
export async function openComponent(
  page: Page,
  pages: BuiltPages,
  name: string,
  served: Pick<Treasury, "handler">,
): Promise<readonly string[]> {
  const warnings: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) warnings.push(message.text());
  });
  await page.route(`${baseUrl}/**`, async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/service/")) {
      const response = await served.handler(
        new Request(request.url(), {
          method: request.method(),
          headers: request.headers(),
          body: request.postData(),
        }),
      );
      await route.fulfill({
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      });
    } else if (pathname === "/script.js") {
      await route.fulfill({ contentType: "text/javascript", body: pages.script });
    } else if (pathname === "/styles.css") {
      await route.fulfill({ contentType: "text/css", body: pages.styles });
    } else {
      await route.fulfill({ contentType: "text/html", body: documentOf(name, pages.render(name)) });
    }
  });
  await page.goto(`${baseUrl}/`);
  return warnings;
}

export function documentOf(name: string, markup: string): string {
  const root = `<div id="root">${markup}</div>`;
  // The command centre has a heading and landmarks of its own.
  const body = name.startsWith("CommandCentre") ? root : `<main><h1>${name}</h1>${root}</main>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${name}</title>
    <meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
    <link rel="stylesheet" href="/styles.css"></head>
    <body>${body}<script type="module" src="/script.js"></script></body></html>`;
}
