import { everyStep, throwFirst } from "@agent-treasury/provider/helpers";
import { allowedOriginsOf, baseUrlOf } from "../http/address-options.ts";
import type { ServiceAnswer } from "../http/answers.ts";
import { browserGuard } from "../http/browser-rules.ts";
import { type CoreModule, accessRiskOf } from "../http/core-module.ts";
import { handlerOver } from "../http/handler.ts";
import { requestLog } from "../http/request-log.ts";
import { createServe, type Serve, type ServeDeps } from "../http/serve.ts";
import { OpenStreams } from "../http/stream/open-streams.ts";
import { atMost } from "../kernel/at-most.ts";
import type { Engine } from "../kernel/engine.ts";
import { UnderWay } from "../kernel/under-way.ts";
import type { TreasuryOptions } from "../treasury-options.ts";
import type { Treasury } from "../treasury.ts";
import { recoveryMsOf, startModules } from "./maintenance.ts";

const longestRequestMs = 180_000;

export interface ServiceDeps extends Pick<
  ServeDeps,
  "basePath" | "routes" | "authenticateAgent" | "onFailure"
> {
  readonly report: (error: unknown) => void;
  /** Called once, when the first request is answered. */
  answeredFirst(): void;
}

/** Serves the routes of modules, and starts their maintenance. */
export function openService(
  { committer, storage, identifiers, clock }: Engine,
  options: TreasuryOptions,
  modules: readonly CoreModule[],
  { report, answeredFirst, ...deps }: ServiceDeps,
): Pick<Treasury, "handler" | "close"> {
  let closing: Promise<void> | null = null;
  const streams = new OpenStreams();
  const requests = new UnderWay();
  const { logger } = options;
  const serve = createServe({
    ...deps,
    mounts: modules.flatMap(({ mounts = [] }) => mounts),
    plugins: modules.flatMap(({ plugins: operations = [] }) => operations),
    accessRisk: () => accessRiskOf(modules),
    streams,
    access: options,
    guard: browserGuard({
      baseUrl: baseUrlOf(options.baseUrl),
      allowedOrigins: allowedOriginsOf(options.allowedOrigins),
      allowedHosts: options.allowedHosts ?? [],
    }),
    identifiers,
    clock,
    isClosed: () => closing !== null,
    onAnswered: logger === undefined ? null : requestLog(logger),
  });
  const closeModules = startModules(modules, recoveryMsOf(options), report);
  /** In the direction of the data flow. */
  const steps = [
    () => leaveAll(modules, report),
    // The timeout prevents an unfinished request from blocking the exit.
    () => atMost(longestRequestMs, clock, Promise.all([streams.close(), requests.ended()])),
    closeModules,
    () => committer.close(),
    () => storage.close(),
  ];
  /** The storage remains open for the rest of a file, which is read while it is sent. */
  const followed = (answer: ServiceAnswer): ServiceAnswer => {
    if (answer.sent !== undefined) void requests.follow(answer.sent);
    return answer;
  };
  let isFirst = true;
  const follow: Serve = (request, context) => {
    const answer = requests.follow(serve(request, context).then(followed));
    // In a later turn of the event loop, because it takes longer than to send the answer.
    if (isFirst) void answer.finally(() => setTimeout(answeredFirst));
    isFirst = false;
    return answer;
  };
  return {
    handler: handlerOver(follow),
    close: () => (closing ??= everyStep(steps, report)),
  };
}

/** At once, so that the time of a shutdown begins with its call. */
function leaveAll(modules: readonly CoreModule[], report: (error: unknown) => void): void {
  const failures: unknown[] = [];
  for (const { leave } of modules) {
    try {
      leave?.();
    } catch (error) {
      failures.push(error);
    }
  }
  throwFirst(failures, report);
}
