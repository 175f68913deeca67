import { describe, expect, it } from "vitest";
import { urlsOfHosts } from "./hosts.ts";

describe("an address of several hosts", () => {
  it("has one URL for each", () => {
    expect(
      urlsOfHosts(
        "postgres://u:p%40@one:5433,two/app?target_session_attrs=read-write&sslmode=require",
      ),
    ).toEqual([
      "postgres://u:p%40@one:5433/app?sslmode=require",
      "postgres://u:p%40@two/app?sslmode=require",
    ]);
  });

  it("stays as it is with one host", () => {
    const url = "postgres://u@localhost/app?host=/var/run/a,b";
    expect(urlsOfHosts(url)).toEqual([url]);
  });

  it("is rejected if it asks for a standby or a host is empty", () => {
    expect(() => urlsOfHosts("postgres://a,b/app?target_session_attrs=standby")).toThrow(
      /set target_session_attrs to read-write/,
    );
    expect(() => urlsOfHosts("postgres://a,,b/app")).toThrow(/empty host/);
  });
});
