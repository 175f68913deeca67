/** The operations of a tab that a meter calls: `treasury.tabs`, or `client.tabs` over HTTP. */
export interface MeterTabs {
  reserve(input: {
    readonly workspaceId?: string;
    readonly tabId: string;
    readonly amountUsd: number;
    readonly meter?: string;
    readonly seconds?: number;
  }): Promise<{ readonly number: number }>;
  settle(input: {
    readonly workspaceId?: string;
    readonly tabId: string;
    readonly number: number;
    readonly amountUsd: number;
    readonly meter?: string;
  }): Promise<unknown>;
  cancel(input: {
    readonly workspaceId?: string;
    readonly tabId: string;
    readonly number: number;
  }): Promise<unknown>;
}

/** An open tab, with the operations of a meter. */
export interface ModelTab {
  readonly tabs: MeterTabs;
  readonly workspaceId: string;
  readonly tabId: string;
}
