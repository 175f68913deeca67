import { setTimeout as sleep } from "node:timers/promises";
import { isTreasuryError } from "@agent-treasury/provider";
import { cancelStatement } from "./cancel-statement.ts";
import { StandbyError, checkServer } from "./check-server.ts";
import {
  type CheckedClient,
  type CheckedPool,
  type PostgresClient,
  type PostgresPool,
  checkedClient,
  ignore,
} from "./postgres-client.ts";
import { meaningOf } from "./sql-state.ts";
import { watchedClient } from "./watched-client.ts";

const pauseMs = 250;

/** Checks each new connection once, and closes those to a server that has since been replaced. */
export function checkedPool(pool: PostgresPool, timeoutMs: number): CheckedPool {
  const servers = new WeakMap<PostgresClient, string>();
  let newest: string | null = null;
  const examined = async (client: PostgresClient, again: boolean): Promise<string> => {
    const known = again ? undefined : servers.get(client);
    if (known !== undefined) return known;
    client.on("error", ignore);
    try {
      newest = await checkServer(client, timeoutMs);
    } catch (error) {
      if (meaningOf(error) === "unclear") cancelStatement(client);
      client.release(true);
      throw error;
    } finally {
      client.removeListener("error", ignore);
    }
    servers.set(client, newest);
    return newest;
  };
  return {
    connect: async (again = false) => {
      for (;;) {
        const client = await pool.connect();
        const server = await examined(client, again);
        if (server === newest) return checkedClient(client, server, (query) => client.query(query));
        client.release(true);
      }
    },
  };
}

/**
 * Connects to the host that was the primary before, or to the next one that is. While there is no
 * primary, as during a failover, it repeats this until `patienceMs` have passed. It does not wait
 * for a primary with unsuitable settings, or if all hosts reject the login. Statements without an
 * answer fail once another host is the primary.
 */
export function firstPrimary(hosts: readonly CheckedPool[], patienceMs: number): CheckedPool {
  let current = 0;
  const looking = new Map<number, Promise<boolean>>();
  const look = async (place: number): Promise<boolean> => {
    for (const [other, host] of hosts.entries()) {
      if (current !== place) return true;
      if (other === place) continue;
      try {
        (await host.connect(true)).release();
        current = other;
        return true;
      } catch {
        // It is not the primary either.
      }
    }
    return false;
  };
  const hasSuccessor = (place: number): Promise<boolean> => {
    const found = looking.get(place) ?? look(place).finally(() => looking.delete(place));
    looking.set(place, found);
    return found;
  };
  const connectOnce = async (): Promise<CheckedClient> => {
    const start = current;
    const problems: unknown[] = [];
    for (let step = 0; step < hosts.length; step += 1) {
      const place = (start + step) % hosts.length;
      const host = hosts[place];
      if (host === undefined) break;
      try {
        const client = await host.connect();
        current = place;
        return hosts.length === 1 ? client : watchedClient(client, () => hasSuccessor(place));
      } catch (error) {
        problems.push(error);
      }
    }
    throw mostUseful(problems);
  };
  return {
    connect: async () => {
      const endsAt = performance.now() + patienceMs;
      for (;;) {
        try {
          return await connectOnce();
        } catch (error) {
          const isFinal = meaningOf(error) === "failed" && !isStandby(error);
          if (isFinal || performance.now() + pauseMs > endsAt) throw error;
        }
        await sleep(pauseMs);
      }
    },
  };
}

/** A rejected setting, then a host that may become the primary, then a rejected login. */
function mostUseful(problems: readonly unknown[]): unknown {
  return (
    problems.find((one) => isTreasuryError(one) && !isStandby(one)) ??
    problems.find(isStandby) ??
    problems.find((one) => meaningOf(one) !== "failed") ??
    problems[0]
  );
}

function isStandby(error: unknown): boolean {
  return error instanceof StandbyError;
}
