import { TreasuryError } from "@agent-treasury/provider";
import { describe, expect, it } from "vitest";
import { type Meaning, meaningOf } from "./sql-state.ts";

const states: Readonly<Record<Meaning, readonly string[]>> = {
  again: [
    "25P03",
    "40001",
    "40P01",
    "55P03",
    "57014",
    "53100",
    "53200",
    "53300",
    "53400",
    "26000",
    "42P05",
  ],
  "read-only": ["25006"],
  refused: ["23505", "23502", "22021", "22P02", "22003", "54000", "21000"],
  failed: ["42P01", "42501", "28P01", "3D000", "58030", "XX000", "0A000"],
  unclear: [
    "08000",
    "08003",
    "08006",
    "08007",
    "08P01",
    "25P04",
    "40003",
    "57P01",
    "57P02",
    "57P03",
    "57P05",
    "ZZ999",
  ],
};

describe("an SQL state", () => {
  it.each(Object.entries(states))("means %s: %s", (meaning, codes) => {
    for (const code of codes) {
      const error = Object.assign(new Error(code), { code, severity: "ERROR" });
      expect([code, meaningOf(error)]).toEqual([code, meaning]);
    }
  });

  it.each([
    ["57P01", "admin_shutdown", "unclear"],
    ["57P02", "crash_shutdown", "unclear"],
    ["57P03", "cannot_connect_now", "unclear"],
    ["57P05", "idle_session_timeout", "unclear"],
    ["25006", "read_only_sql_transaction", "read-only"],
    ["08001", "sqlclient_unable_to_establish_sqlconnection", "unclear"],
    ["08003", "connection_does_not_exist", "unclear"],
    ["08004", "sqlserver_rejected_establishment_of_sqlconnection", "unclear"],
    ["08006", "connection_failure", "unclear"],
    ["40001", "serialization_failure, of a conflict with recovery on a standby", "again"],
    ["53300", "too_many_connections, when all processes reconnect", "again"],
    ["55000", "object_not_in_prerequisite_state", "unclear"],
  ] as const)("of a failover, %s (%s), means %s", (code, _name, meaning) => {
    expect(meaningOf(Object.assign(new Error(code), { code, severity: "FATAL" }))).toBe(meaning);
  });

  it("that is missing means unclear, regardless of the driver's own code", () => {
    const codes = ["ECONNRESET", "EPIPE", "ETIMEDOUT", undefined];
    for (const code of codes) {
      expect(meaningOf(Object.assign(new Error("lost"), { code }))).toBe("unclear");
    }
    expect(meaningOf("lost")).toBe("unclear");
  });

  it("is not used if a statement was never sent", () => {
    expect(meaningOf(new TreasuryError("storage_error", "Not reached."))).toBe("failed");
  });
});
