import { readFile, readdir } from "node:fs/promises";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestServer, testServer } from "../test-server.fixture.ts";

const browserFiles = new URL("../browser/", import.meta.url);

async function readBrowserFile(name: string): Promise<string> {
  return readFile(new URL(name, browserFiles), "utf8");
}

async function scripts(): Promise<readonly string[]> {
  return (await readdir(browserFiles)).filter((name) => name.endsWith(".js"));
}

describe("the page", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(() => server.stop());

  it("is where the root leads", async () => {
    const answer = await server.ask("/");
    expect(answer.status).toBe(302);
    expect(new URL(answer.headers.get("location") ?? "", `${server.url}/`).pathname).toBe(
      "/command",
    );
  });

  it("runs its own files alone, in nobody's frame", async () => {
    const answer = await server.ask("/command?workspaceId=acme");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    const policy = answer.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("referrer-policy")).toBe("same-origin");
    expect(answer.headers.get("x-powered-by")).toBeNull();
  });

  it("has nothing inline that its policy would forbid", async () => {
    const html = await (await server.ask("/command")).text();
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/);
    expect(html).not.toMatch(/<style\b|\sstyle=|\son[a-z]+=/);
  });

  it("serves every file that it names, each with its type", async () => {
    const html = await (await server.ask("/command")).text();
    const named = [...html.matchAll(/(?:href|src)="(command\/assets\/[^"]+)"/g)].map(
      ([, path]) => path ?? "",
    );
    const sources = await Promise.all((await scripts()).map(readBrowserFile));
    const imported = sources
      .flatMap((source) => [...source.matchAll(/from "\.\/([^"]+)"/g)])
      .map(([, name]) => `command/assets/${name}`);
    const types = { js: "text/javascript", css: "text/css", svg: "image/svg+xml" };
    const paths = [...new Set([...named, ...imported])];
    expect(paths.length).toBeGreaterThan(8);
    for (const path of paths) {
      const answer = await server.ask(`/${path}`);
      expect([path, answer.status]).toEqual([path, 200]);
      const kind = path.split(".").at(-1) as keyof typeof types;
      expect(answer.headers.get("content-type")).toContain(types[kind]);
    }
  });

  it("has every element that its scripts look for", async () => {
    const html = await readBrowserFile("command.html");
    const ids = new Set([...html.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id));
    const sources = await Promise.all((await scripts()).map(readBrowserFile));
    const sought = sources
      .flatMap((source) => [...source.matchAll(/\b(?:find|findAny|copy)\(\s*"([a-z-]+)"/g)])
      .map(([call, name]) => (call.startsWith("copy") ? `${name}-template` : name));
    expect(sought.length).toBeGreaterThan(30);
    expect(sought.filter((id) => !ids.has(id))).toEqual([]);
  });

  it("writes what comes from elsewhere as text, never as markup", async () => {
    const sources = await Promise.all((await scripts()).map(readBrowserFile));
    expect(sources.length).toBeGreaterThan(5);
    for (const source of sources) {
      expect(source).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b/);
    }
  });

  it.each([
    "/command/assets/tsconfig.json",
    "/command/assets/words.test.ts",
    "/command/assets/command.html",
    "/command/assets/..%2fcreate-app.ts",
    "/nothing",
  ])("serves nothing at %s", async (path) => {
    const answer = await server.ask(path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain("/command");
  });

  it.each(["/nothing", "/sandbox/nothing", "/command/nothing", "/command/assets/none.js"])(
    "sends its security headers with the 404 of %s",
    async (path) => {
      const answer = await server.ask(path);
      expect(answer.status).toBe(404);
      expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    },
  );

  it("answers 404 to a path that is not in its normal form", async () => {
    const answer = await server.ask("/command/assets/%2e%2e%2fcreate-app.ts");
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: "route_not_found" });
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("never redirects to the host of the request line", async () => {
    const { port } = new URL(server.url);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), "127.0.0.1", () => {
        const line = "GET http://evil.example/command?workspaceId=acme HTTP/1.1";
        const host = `Host: 127.0.0.1:${port}`;
        socket.end(`${line}\r\n${host}\r\nConnection: close\r\n\r\n`);
      });
      text(socket).then(resolve, reject);
    });
    expect(answer).toContain("302 Found");
    expect(answer).toContain(`Location: http://localhost:${port}/command?workspaceId=acme\r\n`);
    expect(answer).not.toContain("evil");
  });

  it("moves a browser from another name of this machine to the one that checkouts return to", async () => {
    const { port } = new URL(server.url);
    const path = "/command?deposit_session=abc&workspaceId=acme";
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: "manual" });
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe(`http://localhost:${port}${path}`);
  });

  it("does not move a browser that comes by a public name", async () => {
    const published = await testServer({ BASE_URL: "https://treasury.example.com" });
    expect((await published.ask("/command")).status).toBe(200);
    await published.stop();
  });

  it("says where nobody signs in that nobody does, and what answers directives", async () => {
    expect(await (await server.ask("/command/session")).json()).toEqual({
      signIn: false,
      operator: null,
      agent: "a scripted stand-in, which follows plain directives and is no language model",
    });
  });
});
