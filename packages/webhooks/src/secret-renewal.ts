import type { StoredEndpoint, StoredSecret } from "./endpoint.ts";
import { hasOldKey, secretContext, validSecrets } from "./signing-secrets.ts";
import type { WebhooksDeps } from "./webhooks-deps.ts";

const everyMs = 3_600_000;

/**
 * Returns a maintenance step that encrypts the secrets of all workspaces with the first key of the
 * ring, so that the others can be removed. It repeats once an hour, because processes with the
 * former key may still run.
 */
export function secretRenewal(deps: WebhooksDeps): (signal: AbortSignal) => Promise<void> {
  const { context, endpoints, ring } = deps;
  let doneAt: number | null = null;
  return async (signal) => {
    if (!ring.hasOldKeys) return;
    if (doneAt !== null && context.clock.monotonic() - doneAt < everyMs) return;
    const startedAt = context.clock.monotonic();
    for await (const workspaceId of context.workspaces()) {
      for (const endpoint of await endpoints.list(workspaceId)) {
        if (signal.aborted) return;
        await renew(deps, workspaceId, endpoint);
      }
    }
    doneAt = startedAt;
  };
}

async function renew(
  { context, endpoints, ring }: WebhooksDeps,
  workspaceId: string,
  endpoint: StoredEndpoint,
): Promise<void> {
  const nowMs = context.clock.now();
  if (!(await hasOldKey(ring, endpoint, nowMs))) return;
  const { id: endpointId } = endpoint;
  const place = secretContext(workspaceId, endpointId);
  try {
    const renewed = new Map<string, string>();
    for (const { encrypted } of validSecrets(endpoint, nowMs)) {
      renewed.set(encrypted, await ring.encrypt(await ring.decrypt(encrypted, place), place));
    }
    const withRenewed = (secret: StoredSecret): StoredSecret => ({
      ...secret,
      encrypted: renewed.get(secret.encrypted) ?? secret.encrypted,
    });
    await endpoints.change(workspaceId, endpointId, (current) => ({
      ...current,
      secrets: current.secrets.map(withRenewed),
    }));
  } catch (error) {
    // Otherwise one endpoint, for example of a lost key, would stop all others.
    context.logger.warn({ workspaceId, endpointId, error }, "A webhook secret was not renewed.");
  }
}
