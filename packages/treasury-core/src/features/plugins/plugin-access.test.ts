import { describe, expect, it, vi } from "vitest";
import { type TreasuryOptions, operatorTokens } from "../../index.ts";
import { sha256Hex } from "../../kernel/ledger/hash.ts";
import { adasToken, echoRoute, pluginWorld, send } from "./plugin-world.fixture.ts";

const everything = { routes: [echoRoute()] };
const post = "POST /plugins/notes/echo";

async function answerWith(options: Partial<TreasuryOptions>, token: string | null = adasToken) {
  const { treasury } = pluginWorld(everything, options);
  return send(treasury, post, { token, body: {} });
}

describe("access to the routes of plugins", () => {
  const signIn = operatorTokens(`Ada:${sha256Hex(adasToken)}`);
  const none = { authenticate: undefined, authorizePlugins: undefined } as never;

  it("is closed to an `authorize` that denies only the actions it knows", async () => {
    const known = ["decideProposal", "resetTreasury", "publishRules", "setBudget"];
    const authorize: TreasuryOptions["authorize"] = ({ action }) => !known.includes(action);
    const closed = await answerWith({ authorize, authorizePlugins: undefined } as never);
    expect(closed).toMatchObject({ status: 403, body: { code: "forbidden" } });
    expect(closed.body["error"]).toContain("authorizePlugins");
    const authorizePlugins = vi.fn<NonNullable<TreasuryOptions["authorizePlugins"]>>(
      ({ action }) => action === "plugin:notes:echo",
    );
    expect((await answerWith({ authorize, authorizePlugins })).status).toBe(200);
    expect(authorizePlugins).toHaveBeenCalledTimes(1);
  });

  it.each([
    [false, true],
    [true, false],
    [false, false],
  ])("is denied if authorize returns %s and authorizePlugins %s", async (one, other) => {
    const sent = await answerWith({ authorize: () => one, authorizePlugins: () => other });
    expect(sent).toMatchObject({ status: 403, body: { code: "forbidden" } });
  });

  it("is rejected if authorizePlugins throws", async () => {
    const failing = { authorizePlugins: () => Promise.reject(new Error("directory down")) };
    expect((await answerWith(failing)).status).toBe(503);
  });

  it("is closed without `authorizePlugins` if people sign in", async () => {
    const sent = await answerWith({ authenticate: signIn, authorizePlugins: undefined } as never);
    expect(sent.body["error"]).toContain("authorizePlugins");
    expect(sent.status).toBe(403);
  });

  it("is closed without `authenticate`, unless the deployment lists the route", async () => {
    const closed = await answerWith(none, null);
    expect(closed.status).toBe(403);
    expect(closed.body["error"]).toContain('add "notes:echo" to `openPluginRoutes`');
    const openPluginRoutes = ["notes:echo"];
    expect((await answerWith({ ...(none as object), openPluginRoutes }, null)).status).toBe(200);
    // An app that has only `authorize` must decide about plugins as well.
    const options = { ...(none as object), openPluginRoutes, authorize: () => true };
    const half = await answerWith(options, null);
    expect(half.status).toBe(403);
    // A listed route of an app with sign-in is not open.
    expect((await answerWith({ openPluginRoutes }, null)).status).toBe(401);
  });

  it("has no route that the deployment could open by mistake", () => {
    expect(() => pluginWorld(everything, { openPluginRoutes: ["notes:ecko"] })).toThrow(
      "notes:ecko",
    );
  });
});
