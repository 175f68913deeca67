// oxlint-disable-next-line import/no-unassigned-import -- Nest requires it.
import "reflect-metadata";
import { createTreasury } from "@agent-treasury/treasury-core";
import { memoryStorage } from "@agent-treasury/treasury-core/memory";
import { Controller, Get, Module, Post, Body } from "@nestjs/common";
import { NestFactory } from "@nestjs/core";
import type { NestExpressApplication } from "@nestjs/platform-express";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { expressHandler } from "./express-handler.ts";

const post = (body: string) => ({
  method: "POST",
  headers: { "content-type": "application/json" },
  body,
});

describe("a Nest app", () => {
  let app: NestExpressApplication;
  let origin: string;
  let treasury: ReturnType<typeof createTreasury>;
  beforeEach(async () => {
    treasury = createTreasury({
      baseUrl: "http://localhost:3000",
      storage: memoryStorage(),
      budget: { startingCapitalUsd: 100 },
    });
    app = await NestFactory.create<NestExpressApplication>(shopModule(), { logger: false });
    app.use("/api/service", expressHandler(treasury));
    app.setGlobalPrefix("api");
    await app.listen(0, "127.0.0.1");
    origin = await app.getUrl();
  });
  afterEach(async () => {
    await treasury.close();
    await app.close();
  });

  it("serves the treasury beside its own controllers", async () => {
    expect(await (await fetch(`${origin}/api/shop`)).text()).toBe("open");
    const own = await fetch(`${origin}/api/shop`, post('{"vendor":"Namecheap"}'));
    expect(await own.json()).toEqual({ vendor: "Namecheap" });
    const address = `${origin}/api/service/treasury/proposals`;
    const spend = '{ "amountUsd": 24, "vendor": "Namecheap", "purpose": "a domain" }';
    const answer = await fetch(address, post(spend));
    expect(await answer.json()).toMatchObject({ proposal: { status: "pending" } });
  });

  it("leaves unknown paths to Nest outside the treasury's path, and to the treasury inside", async () => {
    const inside = await fetch(`${origin}/api/service/nothing`);
    expect(await inside.json()).toMatchObject({ code: "route_not_found" });
    const outside = await fetch(`${origin}/api/nothing`);
    expect(await outside.json()).toMatchObject({ error: "Not Found" });
  });
});

/** Decorators are applied as functions, because the transformer of tests emits no metadata. */
function shopModule(): new () => object {
  class Shop {
    state(): string {
      return "open";
    }
    order(body: unknown): unknown {
      return body;
    }
  }
  Controller("shop")(Shop);
  decorate(Shop.prototype, "state", Get());
  decorate(Shop.prototype, "order", Post());
  Body()(Shop.prototype, "order", 0);
  // oxlint-disable-next-line typescript/no-extraneous-class -- Nest configures modules by decorators.
  const ShopModule = class {};
  Module({ controllers: [Shop] })(ShopModule);
  return ShopModule;
}

function decorate(target: object, name: string, decorator: MethodDecorator): void {
  decorator(target, name, Object.getOwnPropertyDescriptor(target, name) ?? {});
}
