import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readSettings, settingNames } from "@agent-treasury/server";
import { parse as parseToml } from "smol-toml";
import { describe, expect, it } from "vitest";
import { parse as parseYaml } from "yaml";

const folder = new URL("../../deploy/", import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, folder), "utf8");
const health = "/api/service/health";
/** The default timeout of a turn. */
const longestTurnSeconds = 120;

/** Variables of the platform. */
const otherNames = ["NODE_ENV", "POSTGRES_USER", "POSTGRES_DB", "POSTGRES_PASSWORD"];

interface Service {
  readonly image?: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly environment: Readonly<Record<string, string>>;
  readonly stop_grace_period?: string;
}

describe("the container", () => {
  const text = read("Containerfile").replaceAll("\\\n", " ");
  const lines = text.split("\n").filter((line) => /^[A-Z]/.test(line));
  const stages = text.split(/^FROM /m).slice(1);
  const last = stages.at(-1) ?? "";
  const environment = Object.fromEntries(
    [...(/^ENV (.*)$/m.exec(last)?.[1] ?? "").matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  );

  it("is built from an image that cannot change", () => {
    expect(text).toMatch(/^ARG NODE_IMAGE=\S+@sha256:[0-9a-f]{64}$/m);
  });

  it("contains no build tools", () => {
    expect(stages).toHaveLength(2);
    expect(last).toContain("COPY --from=build /app /app");
    expect(last).not.toContain("pnpm");
  });

  it("runs as an unprivileged user", () => {
    expect(last).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
    const order = lines.map((line) => line.split(" ")[0]);
    expect(order.lastIndexOf("USER")).toBeLessThan(order.lastIndexOf("CMD"));
    expect(last.slice(last.indexOf("USER"))).not.toMatch(/^RUN/m);
  });

  it("starts an existing file with existing settings", () => {
    const [, file = ""] = /^CMD \["node", "\/app\/(.*)"\]$/m.exec(last) ?? [];
    expect(existsSync(fileURLToPath(new URL(`../express/${file}`, folder)))).toBe(true);
    expect(Object.keys(environment).filter(isUnknown)).toEqual([]);
    expect(readSettings(environment)).toMatchObject({
      listenAddress: "0.0.0.0",
      database: { kind: "sqlite", path: "/data/treasury.db" },
    });
  });

  it("has a health check and stops by SIGTERM", () => {
    expect(last).toMatch(new RegExp(`^HEALTHCHECK .*${health}`, "m"));
    expect(last).toContain("STOPSIGNAL SIGTERM");
  });
});

describe("compose", () => {
  const { services } = parseYaml(read("compose.yaml")) as {
    services: Readonly<Record<string, Service>>;
  };

  it("pulls an image that cannot change", () => {
    expect(services["database"]?.image).toMatch(/@sha256:[0-9a-f]{64}$/);
  });

  it("builds the container from the root", () => {
    expect(services["treasury"]?.build).toEqual({
      context: "../..",
      dockerfile: "examples/deploy/Containerfile",
    });
  });

  it("uses existing settings, and starts with defaults", () => {
    const names = Object.values(services).flatMap(({ environment }) => Object.keys(environment));
    expect(names.filter(isUnknown)).toEqual([]);
    const given = { POSTGRES_PASSWORD: "secret", TREASURY_OPERATORS: `ada:${"0".repeat(64)}` };
    const settings = readSettings(filledIn(services["treasury"]?.environment ?? {}, given));
    expect(settings).toMatchObject({ database: { kind: "postgres" }, stripe: null, model: null });
  });

  it("passes every other setting on", () => {
    const chosen = ["PORT", "LISTEN_ADDRESS", "TREASURY_ACCESS", "TREASURY_DOCKER_SOCKET"];
    const passed = Object.keys(services["treasury"]?.environment ?? {});
    expect(settingNames.filter((name) => !passed.includes(name))).toEqual(chosen);
  });

  it("has a stop timeout longer than a turn", () => {
    const seconds = Number.parseInt(services["treasury"]?.stop_grace_period ?? "", 10);
    expect(seconds).toBeGreaterThan(longestTurnSeconds);
  });
});

describe("the Fly configuration", () => {
  const fly = parseToml(read("fly.toml")) as unknown as {
    kill_signal: string;
    kill_timeout: number;
    env: Record<string, string>;
    http_service: { internal_port: number; checks: { path: string }[] };
  };

  it("asks for the health of what listens, and has a stop timeout longer than a turn", () => {
    const { internal_port: port, checks } = fly.http_service;
    expect([port, checks.map(({ path }) => path)]).toEqual([3000, [health]]);
    expect(fly.kill_signal).toBe("SIGTERM");
    expect(fly.kill_timeout).toBeGreaterThan(longestTurnSeconds);
    // Fly's own limit.
    expect(fly.kill_timeout).toBeLessThanOrEqual(300);
  });

  it("uses existing settings", () => {
    expect(Object.keys(fly.env).filter(isUnknown)).toEqual([]);
  });
});

function isUnknown(name: string): boolean {
  return !settingNames.includes(name) && !otherNames.includes(name);
}

/** Compose's `${NAME:-default}` and `${NAME:?message}`. */
function filledIn(
  environment: Readonly<Record<string, string>>,
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(
        /\$\{(\w+):([-?])([^}]*)\}/g,
        (_whole, variable: string, kind: string, rest: string) =>
          given[variable] ?? (kind === "-" ? rest : ""),
      ),
    ]),
  );
}
