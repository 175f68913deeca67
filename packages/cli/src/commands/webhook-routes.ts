import { readSettings } from "@agent-treasury/server";
import { openOutbound, openPlugins } from "@agent-treasury/server/parts";
import { createTreasury } from "@agent-treasury/treasury-core";
import { CommandError } from "../command-error.ts";
import type { Given } from "./command.ts";
import { openExistingDatabase, requireWorkspace } from "./database.ts";
import type { WorkspaceOptions } from "./in-workspace.ts";
import { operatorOf } from "./operator.ts";

/** Calls a route of the webhooks plugin in this process. */
export type CallWebhooks = <Answer>(method: string, path: string, body?: object) => Promise<Answer>;

const baseUrl = "http://localhost";

/** Opens the treasury of an existing workspace with webhooks, and closes it afterwards. */
export async function withWebhooks(
  { options, env }: Pick<Given<WorkspaceOptions>, "options" | "env">,
  work: (call: CallWebhooks) => Promise<void>,
): Promise<0> {
  const { WEBHOOK_ENCRYPTION_KEY } = env;
  const settings = readSettings({ WEBHOOK_ENCRYPTION_KEY });
  if (settings.webhookEncryptionKey === null) {
    throw new CommandError("WEBHOOK_ENCRYPTION_KEY is not set. Use the key of the deployment.");
  }
  const storage = await openExistingDatabase(env);
  const operator = operatorOf(options);
  const outbound = await openOutbound(settings);
  const treasury = createTreasury({
    baseUrl,
    storage,
    recoverySeconds: false,
    authenticate: () => ({ name: operator }),
    ...(await openPlugins(settings)),
    ...(outbound && { outbound }),
  });
  try {
    await requireWorkspace(storage, options.workspace);
    const { handler, basePath } = treasury;
    await work(async (method, path, body = {}) => {
      const url = new URL(`${baseUrl}${basePath}/plugins/webhooks${path}`);
      const fields = { workspaceId: options.workspace, ...body };
      if (method !== "POST") url.search = new URLSearchParams(fields).toString();
      const init = method === "POST" ? { body: JSON.stringify(fields) } : {};
      const headers = { "content-type": "application/json" };
      return answerOf(await handler(new Request(url, { method, headers, ...init })));
    });
    return 0;
  } finally {
    await treasury.close();
  }
}

async function answerOf<Answer>(response: Response): Promise<Answer> {
  const body: unknown = await response.json();
  if (response.ok) return body as Answer;
  throw new CommandError((body as { readonly error: string }).error);
}
