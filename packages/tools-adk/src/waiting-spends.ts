import type { Event } from "@google/adk";

/** The content of a message. */
export type AdkContent = NonNullable<Event["content"]>;

/** A spend that a run waits for. */
export interface WaitingSpend {
  readonly proposalId: string;
  readonly amountUsd: number;
  readonly vendor: string;
  readonly purpose: string;
  /** Id of the request for confirmation, for `resumeMessage`. */
  readonly confirmationId: string;
}

const requestName = "adk_request_confirmation";

/** Returns the spends that an event of a run waits for. Other requests for confirmation are left out. */
export function waitingSpends({ content }: Pick<Event, "content">): readonly WaitingSpend[] {
  return (content?.parts ?? []).flatMap(({ functionCall }) => {
    const { id, name, args } = functionCall ?? {};
    if (id === undefined || name !== requestName) return [];
    const { toolConfirmation } = (args ?? {}) as {
      readonly toolConfirmation?: { readonly payload?: Partial<WaitingSpend> };
    };
    const {
      proposalId,
      amountUsd = 0,
      vendor = "",
      purpose = "",
    } = toolConfirmation?.payload ?? {};
    return proposalId === undefined
      ? []
      : [{ proposalId, amountUsd, vendor, purpose, confirmationId: id }];
  });
}

/** Returns the message that resumes a run. It decides nothing. */
export function resumeMessage(spends: readonly Pick<WaitingSpend, "confirmationId">[]): AdkContent {
  const parts = spends.map(({ confirmationId: id }) => ({
    functionResponse: { id, name: requestName, response: { confirmed: true } },
  }));
  return { role: "user", parts };
}
