import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { startBrowser } from "../browser-for-tests/src/start-browser.ts";
import { guideBlocks } from "../documents/guide-blocks.ts";
import { runCommand } from "./run-command.ts";

/** The page that the guide adds to an app. */
export function guidePage(root: string, file: string): string {
  const blocks = guideBlocks(readFileSync(join(root, "packages/react/README.md"), "utf8"));
  const text = blocks.find((block) => block.file === file)?.text;
  if (text === undefined) throw new Error(`packages/react/README.md has no ${file}.`);
  return text;
}

const linesAtMost = 15;

/** Reports the guide's pages that are longer than promised. */
export function checkGuidePages(root: string): readonly string[] {
  return ["app/approvals/page.tsx", "src/main.tsx"].flatMap((file) => {
    const lines = guidePage(root, file).trimEnd().split("\n").length;
    return lines > linesAtMost ? [`packages/react/README.md: ${file} has ${lines} lines.`] : [];
  });
}

const origin = "http://localhost:3000";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
};

/**
 * Creates a Vite app from packed archives with the guide's page, checks its types, builds it, and
 * opens it in a browser on the origin of a treasury. Returns the problems.
 */
export async function checkViteApp(
  root: string,
  archives: readonly string[],
  directory: string,
): Promise<readonly string[]> {
  const app = join(directory, "vite");
  mkdirSync(join(app, "src"), { recursive: true });
  const write = (name: string, text: string): void => writeFileSync(join(app, name), text);
  write("package.json", JSON.stringify({ name: "app", private: true, type: "module" }));
  write("src/main.tsx", guidePage(root, "src/main.tsx"));
  write(
    "index.html",
    `<!doctype html><html lang="en"><head><title>Approvals</title></head>
    <body><script type="module" src="/src/main.tsx"></script></body></html>`,
  );
  write(
    "tsconfig.json",
    JSON.stringify({
      compilerOptions: {
        target: "es2022",
        lib: ["es2022", "dom", "dom.iterable"],
        module: "esnext",
        moduleResolution: "bundler",
        jsx: "react-jsx",
        strict: true,
        exactOptionalPropertyTypes: true,
        noEmit: true,
        types: ["vite/client"],
      },
      include: ["src"],
    }),
  );
  const published = ["vite", "@vitejs/plugin-react", "react@19", "react-dom@19"];
  const forTypes = ["typescript@6", "@types/react@19", "@types/react-dom@19"];
  const quietly = ["--no-audit", "--no-fund"];
  runCommand("npm", ["install", ...quietly, ...archives, ...published, ...forTypes], app);
  const program = (name: string, args: readonly string[]): string | undefined =>
    runCommand(join(app, "node_modules/.bin", name), args, app, { mayFail: true });
  const failure = program("tsc", ["-p", "."]) ?? program("vite", ["build"]);
  return failure === undefined ? openBuilt(app) : [`The Vite app: ${failure}`];
}

async function openBuilt(app: string): Promise<readonly string[]> {
  const { handler } = await packedTreasury(app);
  const browser = await startBrowser();
  const problems: string[] = [];
  try {
    const page = await browser.newPage();
    page.on("console", (message) => {
      if (message.type() === "error") problems.push(`The Vite app: ${message.text()}`);
    });
    await page.route(`${origin}/**`, async (route) => {
      const { pathname } = new URL(route.request().url());
      if (pathname.startsWith("/api/service/")) {
        const response = await handler(new Request(route.request().url()));
        const headers = Object.fromEntries(response.headers);
        await route.fulfill({ status: response.status, headers, body: await response.text() });
        return;
      }
      const file = join(app, "dist", pathname === "/" ? "index.html" : pathname);
      if (!existsSync(file)) await route.fulfill({ status: 204 });
      else {
        await route.fulfill({ contentType: types[extname(file)] ?? "", body: readFileSync(file) });
      }
    });
    await page.goto(`${origin}/`);
    await page.getByText("Nothing needs approval").waitFor();
    const size = await page.evaluate(
      "getComputedStyle(document.querySelector('.at-approval-inbox-heading')).fontSize",
    );
    if (size !== "15px") problems.push(`The Vite app has no styles: font size ${String(size)}.`);
    return problems;
  } catch (error) {
    return [...problems, `The Vite app: ${String(error)}`];
  } finally {
    await browser.close();
  }
}

interface PackedTreasury {
  handler(request: Request): Promise<Response>;
}

/** The treasury of the installed archives. */
async function packedTreasury(app: string): Promise<PackedTreasury> {
  const core = join(app, "node_modules/@agent-treasury/treasury-core/dist");
  const load = (file: string): Promise<Record<string, (options?: object) => unknown>> =>
    import(pathToFileURL(join(core, file)).href);
  const [{ createTreasury }, { memoryStorage }] = [await load("index.js"), await load("memory.js")];
  return createTreasury?.({
    baseUrl: origin,
    access: "guests",
    storage: memoryStorage?.(),
  }) as PackedTreasury;
}
