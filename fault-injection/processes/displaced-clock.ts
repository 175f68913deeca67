/** Shifts this process's clock by hours. Elapsed time is not affected. */
export function displaceClock(hours: number): void {
  const RealDate = globalThis.Date;
  const now = (): number => RealDate.now() + hours * 3_600_000;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, values: [], newTarget: typeof RealDate) =>
      Reflect.construct(target, values.length === 0 ? [now()] : values, newTarget),
    get: (target, property, receiver) =>
      property === "now" ? now : (Reflect.get(target, property, receiver) as unknown),
  });
}
