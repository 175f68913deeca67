import { describe, expect, it } from "vitest";
import { type RuntimeGlobals, assertSupportedRuntime } from "./supported-runtime.ts";

const check = (globals: RuntimeGlobals) => (): void => assertSupportedRuntime("a-package", globals);
const node = (version: string): RuntimeGlobals => ({ process: { versions: { node: version } } });

describe("the runtime", () => {
  it.each(["18.20.8", "20.20.2", "22.12.0", "22.9.0", "21.7.3"])(
    "Node %s is rejected",
    (version) => {
      expect(check(node(version))).toThrow(
        `a-package needs Node 22.13 or later, this is ${version}. Install a newer Node`,
      );
    },
  );

  it.each(["22.13.0", "22.20.1", "23.0.0", "24.21.0", "100.0.0-nightly"])(
    "Node %s is accepted",
    (version) => expect(check(node(version))).not.toThrow(),
  );

  it.each<readonly [string, RuntimeGlobals]>([
    ["Bun", { process: { versions: { node: "20.0.0", bun: "1.4.5" } } }],
    ["Deno", { process: { versions: { node: "20.0.0", deno: "2.9.6" } } }],
    ["workerd", { ...node("20.0.0"), navigator: { userAgent: "Cloudflare-Workers" } }],
    ["a browser", { navigator: { userAgent: "Mozilla/5.0" } }],
    ["an edge runtime", { process: {} }],
  ])("%s is accepted whatever Node it imitates", (_name, globals) => {
    expect(check(globals)).not.toThrow();
  });

  it("of this process is accepted", () => {
    expect(() => assertSupportedRuntime("a-package")).not.toThrow();
  });
});
