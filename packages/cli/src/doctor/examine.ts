import {
  readSettings,
  isSettingsError,
  type Environment,
  type Settings,
} from "@agent-treasury/server";
import { examineAccess } from "./examine-access.ts";
import { examineFallback, examineMail, examinePush, examineSlack } from "./examine-channels.ts";
import { examineChat } from "./examine-chat.ts";
import { examineDatabase } from "./examine-database.ts";
import { examineMachines } from "./examine-machines.ts";
import { examineModel, examineSafety } from "./examine-model.ts";
import { examinePasskeys } from "./examine-passkeys.ts";
import { examinePayees } from "./examine-payees.ts";
import { examinePayments, examineWebhook } from "./examine-payments.ts";
import { examineVerification } from "./examine-verification.ts";
import { examineX402 } from "./examine-x402.ts";
import { type Finding, type Subject, fine, wrong } from "./finding.ts";

const oldestNode = [22, 13] as const;

export type OnTrying = (subjects: readonly Subject[]) => void;

/**
 * Checks the settings. If all are valid, tests all connections concurrently with read-only
 * requests.
 */
export async function examine(env: Environment, onTrying: OnTrying): Promise<readonly Finding[]> {
  const node = examineNode(process.versions.node);
  const read = tryReading(env);
  if ("findings" in read) return [node, ...read.findings];
  const { settings } = read;
  const connections = await tryAll(
    {
      database: examineDatabase(settings),
      model: examineModel(settings),
      safety: examineSafety(settings),
      payees: examinePayees(settings),
      ledgers: examineVerification(settings),
      payments: examinePayments(settings),
      x402: examineX402(settings),
      machines: examineMachines(settings),
      slack: examineSlack(settings),
      mail: examineMail(settings, env),
    },
    onTrying,
  );
  return [
    node,
    fine("settings", "All settings are valid."),
    ...connections,
    await examinePush(settings),
    ...examineChat(settings, env),
    examineFallback(settings),
    examineWebhook(settings),
    examineAccess(settings, env),
    await examinePasskeys(settings),
  ];
}

async function tryAll(
  attempts: Readonly<Partial<Record<Subject, Promise<Finding>>>>,
  onTrying: OnTrying,
): Promise<readonly Finding[]> {
  const trying = new Set(Object.keys(attempts) as Subject[]);
  onTrying([...trying]);
  return Promise.all(
    Object.values(attempts).map(async (attempt) => {
      const finding = await attempt;
      trying.delete(finding.subject);
      onTrying([...trying]);
      return finding;
    }),
  );
}

export function examineNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [oldestMajor, oldestMinor] = oldestNode;
  const isNewEnough = major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
  if (isNewEnough) return fine("node", `Node ${version}.`);
  const needed = oldestNode.join(".");
  return wrong("node", `Node ${version} is too old.`, `Install Node ${needed} or later.`);
}

type Read = { readonly settings: Settings } | { readonly findings: readonly Finding[] };

function tryReading(env: Environment): Read {
  try {
    return { settings: readSettings(env) };
  } catch (error) {
    if (!isSettingsError(error)) throw error;
    const findings = error.problems.map(({ variable, problem }) =>
      wrong("settings", `${variable} ${problem}`, `Correct ${variable}, and run this again.`),
    );
    return { findings };
  }
}
