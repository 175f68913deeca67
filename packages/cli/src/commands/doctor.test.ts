import { createHash } from "node:crypto";
import { once } from "node:events";
import { access, mkdtemp, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { MoveDirection, MoveStage, MoveState } from "@agent-treasury/provider";
import { readSettings } from "@agent-treasury/server";
import { sqliteStorage } from "@agent-treasury/storage-sqlite";
import { createTreasury } from "@agent-treasury/treasury-core";
import { testServer } from "postgres-for-tests";
import { SMTPServer } from "smtp-server";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { examineFallback } from "../doctor/examine-channels.ts";
import { examinePasskeys } from "../doctor/examine-passkeys.ts";
import { examine, examineNode } from "../doctor/examine.ts";
import type { Finding, Standing, Subject } from "../doctor/finding.ts";
import { slackToken, type StandIn, standIn } from "../doctor/stand-in.fixture.ts";
import { run, runProgram } from "./run-program.fixture.ts";

const server = testServer();
const operators = `ada:${createHash("sha256").update("a long token").digest("hex")}`;
const key = "sk_test_0123456789abcdef";

let directory: string;
let elsewhere: StandIn;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "treasury-"));
  elsewhere = await standIn(key);
});
afterEach(async () => {
  await elsewhere.stop();
  await rm(directory, { recursive: true, force: true });
});

/** All settings, with reachable services. */
function whole(): Record<string, string> {
  return {
    TREASURY_DATABASE_URL: `sqlite:${join(directory, "treasury.db")}`,
    TREASURY_OPERATORS: operators,
    TREASURY_PASSKEYS: "on",
    OPENAI_API_KEY: key,
    OPENAI_BASE_URL: `${elsewhere.url}/v1`,
    OPENAI_MODEL: "small",
    STRIPE_SECRET_KEY: key,
    STRIPE_API_URL: elsewhere.url,
    STRIPE_WEBHOOK_SECRET: "whsec_0123456789abcdef",
    HOST_API_TOKEN: key,
    HOST_API_URL: elsewhere.url,
    HOST_APP: "bodies",
  };
}

interface Examined {
  readonly exitCode: number;
  readonly healthy: boolean;
  readonly text: string;
  about(subject: Subject): Finding | undefined;
}

async function examined(env: Record<string, string>): Promise<Examined> {
  const { exitCode, stdout, stderr } = await run(["doctor", "--json"], env);
  expect(stderr).not.toContain("Error:");
  const { healthy, findings } = JSON.parse(stdout) as { healthy: boolean; findings: Finding[] };
  const about = (subject: Subject) => findings.find((finding) => finding.subject === subject);
  return { exitCode, healthy, text: stdout, about };
}

describe("agent-treasury doctor", () => {
  it("finds no problems in a complete deployment, and sends read-only requests", async () => {
    const { exitCode, stdout } = await runProgram(["doctor"], whole());
    expect(stdout).toContain("✓ payments  Stripe, with test money.");
    expect(stdout).toContain(`✓ model     small at ${elsewhere.url}/v1.`);
    expect(stdout).toContain("✓ machines  fly, with 0 machines of this deployment.");
    expect(stdout).toContain("✓ access    1 operator signs in.");
    expect(stdout).toContain("✓ passkeys  Approvers can sign with passkeys of localhost,");
    expect([exitCode, stdout.trimEnd().endsWith("No problems found.")]).toEqual([0, true]);
    expect(elsewhere.methods()).toEqual(["GET"]);
    await expect(access(join(directory, "treasury.db"))).rejects.toThrow("ENOENT");
  });

  it("reads the given settings file", async () => {
    const file = join(directory, ".env");
    const lines = Object.entries(whole()).map(([name, value]) => `${name}=${value}`);
    await writeFile(file, lines.join("\n"));
    const { stdout } = await run(["doctor", "--env-file", file]);
    expect(stdout).toContain("✓ payments  Stripe, with test money.");
    expect(stdout).toContain("1 operator signs in.");
  });

  it("reports all invalid settings, and tests no connection then", async () => {
    const wrong = { ...whole(), PORT: "many", TREASURY_SANDBX: "on" };
    const { exitCode, stdout } = await run(["doctor"], wrong);
    expect(exitCode).toBe(1);
    expect(stdout).toContain("PORT");
    expect(stdout).toContain("TREASURY_SANDBX");
    expect(stdout).toContain("2 wrong.");
    expect(elsewhere.methods()).toEqual([]);
  });

  it("reports rejected keys without repeating them", async () => {
    const other = "sk_test_ffffffffffffffff";
    const { exitCode, healthy, about, text } = await examined({
      ...whole(),
      OPENAI_API_KEY: other,
      STRIPE_SECRET_KEY: other,
      HOST_API_TOKEN: other,
      STRIPE_WEBHOOK_SECRET: "not-a-secret-of-stripe",
    });
    expect([exitCode, healthy]).toEqual([1, false]);
    for (const subject of ["model", "payments", "machines", "webhook"] as const) {
      expect(about(subject)).toMatchObject({ standing: "wrong", remedy: expect.any(String) });
    }
    expect(text).not.toContain(other);
    expect(text).not.toContain("not-a-secret-of-stripe");
  });

  it("reports unreachable services", async () => {
    await elsewhere.stop();
    // Reads of Fly are retried until the doctor stops waiting.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }).setTimerTickMode("nextTimerAsync");
    onTestFinished(() => void vi.useRealTimers());
    const { about } = await examined(whole());
    expect(about("model")?.message).toContain("cannot be reached");
    expect(about("payments")?.message).toContain("cannot be reached");
    expect(about("machines")?.standing).toBe("wrong");
  });

  it("shows the connections that are still being tested", async () => {
    const shown: (readonly Subject[])[] = [];
    await examine(whole(), (subjects) => shown.push(subjects));
    expect(shown[0]).toEqual([
      "database",
      "model",
      "safety",
      "payees",
      "ledgers",
      "payments",
      "x402",
      "machines",
      "slack",
      "mail",
    ]);
    expect(shown.map(({ length }) => length)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]);
  });

  it("reports the model that checks spends, and warns if only the screening rules are used", async () => {
    const judged = await examined(whole());
    expect(judged.about("safety")?.message).toBe("small checks spends before automatic approval.");
    const optional = await examined({ ...whole(), TREASURY_SAFETY_ON_SILENCE: "screening" });
    expect(optional.about("safety")).toMatchObject({
      standing: "doubtful",
      message:
        "small checks spends before automatic approval. If it does not answer, the screening rules alone approve spends.",
    });
    const alone = await examined({ ...whole(), SAFETY_MODEL: "none" });
    expect(alone.about("safety")).toMatchObject({ standing: "doubtful" });
    expect(alone.about("safety")?.message).toContain("with the screening rules only");
    const off = { SAFETY_MODEL: "none", TREASURY_AUTO_APPROVE_UNDER_USD: "0" };
    expect((await examined({ ...whole(), ...off })).about("safety")?.standing).toBe("unset");
  });

  it("lists the workspaces whose scheduled verification failed", async () => {
    expect((await examined(whole())).about("ledgers")).toMatchObject({ standing: "unset" });
    const every = { ...whole(), TREASURY_VERIFY_EVERY_HOURS: "24" };
    expect((await examined(every)).about("ledgers")).toMatchObject({ standing: "fine" });
    const path = join(directory, "treasury.db");
    const treasury = createTreasury({
      baseUrl: "http://localhost:3000",
      storage: sqliteStorage({ path }),
      budget: { startingCapitalUsd: 100 },
      autoApprovePayees: "any",
      recoverySeconds: false,
      verification: { everyHours: 24 },
    });
    const spend = { agentId: "buyer", amountUsd: 3, vendor: "Acme", purpose: "paper" };
    await treasury.propose({ workspaceId: "acme", ...spend });
    const database = new DatabaseSync(path);
    database.exec("UPDATE entries SET amount_micros = amount_micros - 1");
    database.close();
    await treasury.recover();
    await treasury.close();
    const { about, exitCode } = await examined(every);
    expect(exitCode).toBe(1);
    expect(about("ledgers")).toMatchObject({ standing: "wrong" });
    expect(about("ledgers")?.message).toMatch(/acme {2}20.*[Ee]ntry 1/);
  });

  it("lists the payees that policy paid without a check, until they are confirmed", async () => {
    expect((await examined(whole())).about("payees")).toMatchObject({ standing: "fine" });
    const any = await examined({ ...whole(), TREASURY_AUTO_APPROVE_PAYEES: "any" });
    expect(any.about("payees")).toMatchObject({
      standing: "doubtful",
      message: "Policy pays any payee, also one that a hijacked agent names.",
    });
    const treasury = createTreasury({
      baseUrl: "http://localhost:3000",
      storage: sqliteStorage({ path: join(directory, "treasury.db") }),
      budget: { startingCapitalUsd: 100 },
      autoApprovePayees: "any",
    });
    const workspaceId = "acme";
    await treasury.propose({ workspaceId, amountUsd: 4, vendor: "Namecheap", purpose: "domain" });
    await treasury.close();
    const found = (await examined(whole())).about("payees");
    expect(found?.standing).toBe("doubtful");
    expect(found?.message).toContain("acme  Namecheap  ledger: 1 payment by policy, at most $4.00");
    expect(found?.remedy).toContain("agent-treasury payees add");
    const { TREASURY_DATABASE_URL = "" } = whole();
    const at = ["--workspace", workspaceId, "--database", TREASURY_DATABASE_URL];
    await run(["payees", "add", "--paid-by-policy", ...at]);
    expect((await examined(whole())).about("payees")).toMatchObject({ standing: "fine" });
  });

  it("warns about a model that the endpoint does not list", async () => {
    const { about, healthy } = await examined({ ...whole(), OPENAI_MODEL: "smal" });
    expect(about("model")).toMatchObject({ standing: "doubtful" });
    expect(about("model")?.remedy).toContain("small");
    expect(healthy).toBe(true);
  });

  it("reports that live payments require access settings", async () => {
    const live = "sk_live_0123456789abcdef";
    const open = { ...whole(), STRIPE_SECRET_KEY: live, TREASURY_OPERATORS: "" };
    expect((await examined(open)).about("access")).toMatchObject({ standing: "wrong" });
    const reached = { TREASURY_DATABASE_URL: "memory:", LISTEN_ADDRESS: "0.0.0.0" };
    const { about } = await examined(reached);
    expect(about("access")).toMatchObject({ standing: "doubtful" });
    expect(about("database")).toMatchObject({ standing: "doubtful" });
  });

  it("reports that only the app knows whether anonymous access is limited to this machine", async () => {
    const { about } = await examined({ TREASURY_DATABASE_URL: whole()["TREASURY_DATABASE_URL"]! });
    expect(about("access")).toMatchObject({
      standing: "fine",
      message: expect.stringMatching(/^Anonymous, .* according to BASE_URL\. The app decides/),
    });
  });

  it("warns about tokens sent over unencrypted connections", async () => {
    for (const [BASE_URL, standing] of [
      ["http://treasury.example.com", "doubtful"],
      ["https://treasury.example.com", "fine"],
      ["http://localhost:3000", "fine"],
    ] as const) {
      const { about } = await examined({ ...whole(), BASE_URL, TREASURY_PASSKEYS: "off" });
      expect([BASE_URL, about("access")]).toMatchObject([BASE_URL, { standing }]);
    }
  });

  it("reads PostgreSQL's schema without creating one, and reports failed connections", async () => {
    const TREASURY_DATABASE_URL = server.url();
    const first = await examined({ ...whole(), TREASURY_DATABASE_URL });
    expect(first.about("database")?.message).toContain("does not exist yet");
    const again = await run(["migrate", "--check"], { TREASURY_DATABASE_URL });
    expect(again.stdout).toContain("has schema 0 of");
    const unreachable = new URL(TREASURY_DATABASE_URL);
    unreachable.port = "1";
    unreachable.password = "a-password-of-somebody";
    const refused = await examined({ ...whole(), TREASURY_DATABASE_URL: unreachable.href });
    expect(refused.about("database")).toMatchObject({ standing: "wrong" });
    expect(refused.text).not.toContain("a-password-of-somebody");
  });

  it.each<[MoveDirection, MoveStage[], Standing, string]>([
    ["out", ["sending"], "doubtful", "has an unfinished move to another database"],
    ["out", ["sending", "closed"], "wrong", "is closed by an unfinished move to another"],
    ["out", ["sending", "closed", "moved"], "wrong", "was moved to another database"],
    ["in", ["receiving"], "wrong", "is closed by an unfinished move from another database"],
    ["in", ["receiving", "received"], "fine", "with schema"],
  ])("reports the database's move %s after %j", async (direction, stages, standing, message) => {
    const env = whole();
    const storage = sqliteStorage({ path: join(directory, "treasury.db") });
    let from: MoveState | null = null;
    for (const stage of stages) {
      const state: MoveState = { moveId: "a".repeat(32), stage };
      expect(await storage.moves?.advance(direction, null, from, state)).toBe(true);
      from = state;
    }
    await storage.close();
    const { about } = await examined(env);
    expect(about("database")).toMatchObject({ standing });
    expect(about("database")?.message).toContain(message);
  });

  it("checks the token of Slack", async () => {
    const env = {
      ...whole(),
      SLACK_BOT_TOKEN: slackToken,
      SLACK_SIGNING_SECRET: "5".repeat(32),
      SLACK_CHANNEL: "C0123456789",
      SLACK_PEOPLE: "U01=ada",
      SLACK_API_URL: `${elsewhere.url}/api`,
    };
    const { about } = await examined(env);
    expect(about("slack")).toMatchObject({ standing: "fine" });
    expect(about("slack")?.message).toContain("http://localhost:3000/api/service/channels/slack");
    const wrong = await examined({ ...env, SLACK_BOT_TOKEN: "xoxb-1-other" });
    expect(wrong.about("slack")).toMatchObject({ standing: "wrong", remedy: expect.any(String) });
    expect(wrong.text).not.toContain("xoxb-1-other");
    expect((await examined(whole())).about("slack")?.standing).toBe("unset");
  });

  it("checks the key of push notifications, and where browsers allow them", async () => {
    const PUSH_KEY = Buffer.from("p".repeat(32)).toString("base64");
    const env = { ...whole(), PUSH_KEY, PUSH_CONTACT: "mailto:a@example.com" };
    expect((await examined(whole())).about("push")?.standing).toBe("unset");
    expect((await examined(env)).about("push")).toMatchObject({ standing: "fine" });
    const inTheClear = {
      ...env,
      TREASURY_PASSKEYS: "off",
      BASE_URL: "http://treasury.example.com",
    };
    expect((await examined(inTheClear)).about("push")).toMatchObject({
      standing: "doubtful",
      message: expect.stringContaining("https pages only"),
    });
    const outside = Buffer.alloc(32, 255).toString("base64");
    const { about, text } = await examined({ ...env, PUSH_KEY: outside });
    expect(about("push")).toMatchObject({
      standing: "wrong",
      message: expect.stringContaining("P-256"),
    });
    expect(text).not.toContain(outside);
    const half = await examined({ ...whole(), PUSH_KEY: "hunter2" });
    expect(half.text).toContain("PUSH_CONTACT is not set");
    expect(half.text).toContain("openssl rand -base64 32");
    expect(half.text).not.toContain("hunter2");
  });

  const discord = {
    DISCORD_BOT_TOKEN: "bot-hunter2",
    DISCORD_PUBLIC_KEY: "a1".repeat(32),
    DISCORD_APPLICATION_ID: "123",
  };
  const telegram = { TELEGRAM_BOT_TOKEN: "9:hunter2", TELEGRAM_WEBHOOK_SECRET_TOKEN: "hunter2" };
  const googleChat = { GOOGLE_CHAT_CREDENTIALS: '{"client_email":"a@b","private_key":"hunter2"}' };
  it.each<[Standing, string, Record<string, string>]>([
    ["unset", "No approvals in Discord", {}],
    ["fine", "/api/service/channels/discord", discord],
    ["doubtful", "DISCORD_APPLICATION_ID", { ...discord, DISCORD_APPLICATION_ID: "" }],
    ["wrong", "64 hexadecimal digits", { ...discord, DISCORD_PUBLIC_KEY: "hunter2" }],
    ["fine", "/api/service/channels/telegram", telegram],
    ["wrong", "a colon and a secret", { ...telegram, TELEGRAM_BOT_TOKEN: "hunter2" }],
    [
      "wrong",
      "everyone could press buttons",
      { ...telegram, TELEGRAM_ALLOW_UNVERIFIED_WEBHOOKS: "true" },
    ],
    ["doubtful", "TEAMS_APP_PASSWORD", { TEAMS_APP_ID: "00000000-0000-0000-0000-000000000009" }],
    ["wrong", "a UUID", { TEAMS_APP_ID: "hunter2", TEAMS_APP_PASSWORD: "hunter2" }],
    ["fine", "/api/service/channels/gchat", googleChat],
    ["wrong", "the JSON key of a service account", { GOOGLE_CHAT_CREDENTIALS: "hunter2" }],
  ])("reports the settings of a chat as %s: %s", async (standing, message, env) => {
    const { about, text } = await examined({ TREASURY_DATABASE_URL: "memory:", ...env });
    expect(about("chat")).toMatchObject({ standing, message: expect.stringContaining(message) });
    expect(text).not.toContain("hunter2");
  });

  it("reports the channels that wait until no decision follows", async () => {
    const mail = {
      SMTP_URL: "smtp://127.0.0.1:1",
      MAIL_FROM: "treasury@example.com",
      APPROVAL_MAIL_TO: "ada@example.com",
    };
    const fallback = { APPROVAL_FALLBACK: "email", TREASURY_REMIND_AFTER_HOURS: "0.25" };
    const settings = { ...fallback, ...mail };
    expect(examineFallback(readSettings({}))).toMatchObject({ standing: "unset" });
    expect(examineFallback(readSettings(settings))).toMatchObject({
      standing: "doubtful",
      message:
        "email sends a message if no decision follows within 0.25 hours. No channel sends one before.",
    });
    const PUSH_KEY = Buffer.from("p".repeat(32)).toString("base64");
    const withPush = { ...settings, PUSH_KEY, PUSH_CONTACT: "mailto:a@example.com" };
    expect(examineFallback(readSettings(withPush))).toMatchObject({ standing: "fine" });
    const ofApp = { ...settings, APPROVAL_FALLBACK: "email,discord" };
    expect(examineFallback(readSettings(ofApp))).toMatchObject({
      standing: "doubtful",
      message: expect.stringContaining("discord of APPROVAL_FALLBACK is not in the settings"),
    });
    const { text } = await examined({ ...whole(), APPROVAL_FALLBACK: "email" });
    expect(text).toContain("TREASURY_REMIND_AFTER_HOURS is not set");
  });

  it("warns about passkeys without sign-in", async () => {
    const env = { TREASURY_PASSKEYS: "on" };
    expect(await examinePasskeys(readSettings(env))).toMatchObject({ standing: "doubtful" });
    expect(await examinePasskeys(readSettings({}))).toMatchObject({ standing: "unset" });
  });

  it("signs in to the mail server without sending a mail", async () => {
    const commands: string[] = [];
    const mailServer = new SMTPServer({
      allowInsecureAuth: true,
      hideSTARTTLS: true,
      onAuth: ({ password }, _session, done) => {
        if (password === "secret") done(null, { user: "ada" });
        else done(new Error("Wrong password"));
      },
      onMailFrom: ({ address }, _session, done) => {
        commands.push(address);
        done();
      },
    });
    mailServer.listen(0, "127.0.0.1");
    await once(mailServer.server, "listening");
    onTestFinished(() => new Promise<void>((closed) => mailServer.close(closed)));
    const { port } = mailServer.server.address() as AddressInfo;
    const env = (password: string) => ({
      ...whole(),
      SMTP_URL: `smtp://ada:${password}@127.0.0.1:${port}`,
      MAIL_FROM: "treasury@example.com",
      APPROVAL_MAIL_TO: "ada@example.com",
    });
    const { about } = await examined(env("secret"));
    expect(about("mail")?.message).toContain("Approvals are sent to ada@example.com.");
    const wrong = await examined(env("hunter2hunter2"));
    expect(wrong.about("mail")).toMatchObject({ standing: "wrong", remedy: expect.any(String) });
    expect(wrong.text).not.toContain("hunter2");
    expect(commands).toEqual([]);
    const { SMTP_URL } = env("secret");
    expect((await examined({ ...whole(), SMTP_URL })).about("mail")?.standing).toBe("doubtful");
  });

  it("detects Node versions that are too old", () => {
    expect(examineNode("22.12.0").standing).toBe("wrong");
    expect(examineNode("22.13.0").standing).toBe("fine");
    expect(examineNode("24.0.0").standing).toBe("fine");
  });
});
