declare module "cloudflare:workers" {
  export abstract class DurableObject<State, Env> {
    protected readonly ctx: State;
    protected readonly env: Env;
    constructor(ctx: State, env: Env);
  }
}
