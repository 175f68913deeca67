import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestServer, testServer } from "./test-server.fixture.ts";

describe("the page", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(() => server.stop());

  it.each(["", "?workspace=acme&proposal=p"])(
    "is the target of the root path with %j",
    async (query) => {
      const answer = await server.ask(`/${query}`);
      expect(answer.status).toBe(302);
      const { pathname, search } = new URL(answer.headers.get("location") ?? "", `${server.url}/`);
      expect(pathname + search).toBe(`/command${query}`);
    },
  );

  it("allows only its own files, and no frames", async () => {
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

  it("has no inline code", async () => {
    const html = await (await server.ask("/command")).text();
    expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/);
    expect(html).not.toMatch(/<style\b|\sstyle=|\son[a-z]+=/);
  });

  it("serves its files with their content types", async () => {
    const html = await (await server.ask("/command")).text();
    const paths = [...html.matchAll(/(?:href|src)="(command[^"]+)"/g)].map(([, path]) => path);
    const types = { "command.css": "text/css", "command.js": "text/javascript" };
    expect(paths).toEqual(Object.keys(types));
    for (const [path, type] of Object.entries(types)) {
      const answer = await server.ask(`/${path}`);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.headers.get("content-type")).toContain(type);
    }
  });

  it("inserts values as text, never as markup", async () => {
    const script = await readFile(new URL("../public/command.js", import.meta.url), "utf8");
    expect(script).toContain("textContent");
    expect(script).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b/);
  });

  it.each(["/package.json", "/src/start.ts", "/..%2fsrc%2fstart.ts", "/nothing"])(
    "serves nothing at %s",
    async (path) => {
      const answer = await server.ask(path);
      expect(answer.status).toBe(404);
      expect(await answer.text()).toContain("/command");
    },
  );

  it.each(["/nothing", "/sandbox/nothing", "/command/nothing", "/command/none.js"])(
    "sends its security headers with the 404 of %s",
    async (path) => {
      const answer = await server.ask(path);
      expect(answer.status).toBe(404);
      expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    },
  );

  it("returns 404 for a path that is not normalised", async () => {
    const answer = await server.ask("/command/%2e%2e%2fsrc%2fstart.ts");
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: "route_not_found" });
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  });

  it("never redirects to the host of the request line", async () => {
    const { port } = new URL(server.url);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), "127.0.0.1", () => {
        const host = `Host: 127.0.0.1:${port}`;
        socket.end(`GET http://evil.example/ HTTP/1.1\r\n${host}\r\nConnection: close\r\n\r\n`);
      });
      text(socket).then(resolve, reject);
    });
    expect(answer).toContain("302 Found");
    expect(answer).toContain("Location: command\r\n");
    expect(answer).not.toContain("evil");
  });

  it("is served under a public host name", async () => {
    const published = await testServer({ BASE_URL: "https://treasury.example.com" });
    expect((await published.ask("/command")).status).toBe(200);
    await published.stop();
  });

  it("shows that sign-in is off, and which model is connected", async () => {
    expect(await (await server.ask("/command/session")).json()).toEqual({
      signIn: false,
      operator: null,
      agent:
        "a scripted model of the sandbox, which follows simple instructions and is not a language model",
    });
  });
});
