import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isTreasuryError } from "../treasury-error.ts";
import { maximumAmount, maximumTotal } from "./limits.ts";
import { Micros } from "./micros.ts";
import { amountFromUsd, depositFromUsd, limitFromUsd } from "./usd.ts";

type Reader = (value: unknown, field: string) => Micros;

function refusalOf(read: Reader, value: unknown): string {
  try {
    read(value, "amountUsd");
  } catch (error) {
    if (isTreasuryError(error) && error.code === "invalid_request") return error.message;
    throw error;
  }
  throw new Error(`${String(value)} was not rejected`);
}

const notNumbers: readonly [unknown, string][] = [
  ["12", "a string"],
  ["", "a string"],
  [null, "null"],
  [undefined, "not undefined"],
  [true, "a boolean"],
  [12n, "a bigint"],
  [[12], "a list"],
  [{ usd: 12 }, "an object"],
  [Number("Infinity"), "not Infinity"],
  [Number("-Infinity"), "not -Infinity"],
  [Number("NaN"), "not NaN"],
  [JSON.parse("1e309"), "not Infinity"],
];

describe("amountFromUsd", () => {
  it.each([
    [0.1 + 0.7, 800_000n],
    [0.1 + 0.2, 300_000n],
    [1.1 * 3, 3_300_000n],
    [12, 12_000_000n],
    [0.001, 1_000n],
    [0.000001, 1n],
    [19.99, 19_990_000n],
    [999_999_999.999999, 999_999_999_999_999n],
    [1_000_000_000, 1_000_000_000_000_000n],
    [1_000_000_000.0000004, 1_000_000_000_000_000n],
  ])("reads %d to the nearest micro-dollar", (usd, micros) => {
    expect(amountFromUsd(usd, "amountUsd")).toBe(micros);
  });

  it.each([
    5.1234567,
    0.0000015,
    0.0000006,
    1.0000004,
    1.0000006,
    19.999_999_9,
    123_456.123_456_4,
    0.1 + 0.7 + 1e-12,
  ])("rejects %d, which is not whole micro-dollars", (usd) => {
    for (const read of [amountFromUsd, limitFromUsd]) {
      expect(refusalOf(read, usd)).toContain("more than six decimals");
    }
    if (usd >= 1) expect(refusalOf(depositFromUsd, usd)).toContain("more than six decimals");
  });

  it("tolerates the rounding of a double up to 4 units in its last place", () => {
    for (const usd of [0.000001, 0.8, 5.123456, 19.99, 4_096, 999_999.999999]) {
      const ulp = 2 ** (Math.floor(Math.log2(usd)) - 52);
      expect(amountFromUsd(usd + 4 * ulp, "amountUsd")).toBe(amountFromUsd(usd, "amountUsd"));
      expect(amountFromUsd(usd - 2 * ulp, "amountUsd")).toBe(amountFromUsd(usd, "amountUsd"));
      expect(refusalOf(amountFromUsd, usd + 6 * ulp)).toContain("more than six decimals");
    }
  });

  it.each(notNumbers)("rejects %o and names its type", (value, typeName) => {
    for (const read of [amountFromUsd, depositFromUsd, limitFromUsd]) {
      expect(refusalOf(read, value)).toContain(typeName);
      expect(refusalOf(read, value)).toContain("`amountUsd`");
    }
  });

  it("rejects a limit below one micro-dollar, which is above zero", () => {
    for (const usd of [1e-7, 4.9e-7, 5e-324]) {
      expect(refusalOf(limitFromUsd, usd)).toContain("more than six decimals");
    }
    expect([0, -0].map((usd) => limitFromUsd(usd, "amountUsd"))).toEqual([0n, 0n]);
  });

  it.each([-1, -0.000001, -1e-300, -1e300, 0, -0])("rejects %d, which is not above zero", (usd) => {
    expect(refusalOf(amountFromUsd, usd)).toContain("above zero");
  });

  it.each([0, -0, Number.MIN_VALUE, 1e-300, 1e-7, 0.0000004, 0.0000005])(
    "rejects %d, which rounds to zero, and includes the smallest amount in the message",
    (usd) => {
      // As a double, 0.0000005 is slightly smaller.
      expect(refusalOf(amountFromUsd, usd)).toContain("0.000001 USD");
    },
  );

  it.each([1_000_000_000.000001, 1_000_000_001, 1e12, 1e12 + 1, 1e21, 1e300, Number.MAX_VALUE])(
    "rejects %d, which is above 1,000,000,000",
    (usd) => {
      expect(refusalOf(amountFromUsd, usd)).toContain("at most 1,000,000,000 USD");
    },
  );
});

describe("a deposit", () => {
  it.each([
    [1, 1_000_000n],
    [1.01, 1_010_000n],
    [19.99, 19_990_000n],
    [0.1 + 0.9 + 0.1, 1_100_000n],
    [999_999.99, 999_999_990_000n],
  ])("parses %d as whole cents", (usd, micros) => {
    expect(depositFromUsd(usd, "amountUsd")).toBe(micros);
  });

  it.each([0.9999999, 0.99, 0, -0, -5])("rejects %d before rounding", (usd) => {
    expect(refusalOf(depositFromUsd, usd)).toContain("at least 1 USD");
  });

  it.each([1.001, 1.000001, 19.999, 999_999.985])(
    "rejects %d, which has a fraction of a cent",
    (usd) => {
      expect(refusalOf(depositFromUsd, usd)).toContain("whole cents");
    },
  );

  it.each([1_000_000, 999_999.995, 1_000_000_000, 1e15])(
    "rejects %d, which is too large",
    (usd) => {
      expect(refusalOf(depositFromUsd, usd)).toContain("at most 999,999.99 USD");
    },
  );

  it("accepts every whole number of cents within the range", () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 99_999_999 }), (cents) => {
        expect(depositFromUsd(cents / 100, "amountUsd")).toBe(BigInt(cents) * 10_000n);
      }),
    );
  });
});

describe("a limit", () => {
  it("accepts zero of either sign, and otherwise amounts", () => {
    expect(limitFromUsd(0, "minReserveUsd")).toBe(0n);
    expect(limitFromUsd(-0, "minReserveUsd")).toBe(0n);
    expect(limitFromUsd(20, "minReserveUsd")).toBe(20_000_000n);
    expect(refusalOf(limitFromUsd, -1)).toContain("zero or more");
    expect(refusalOf(limitFromUsd, 1e10)).toContain("at most 1,000,000,000 USD");
  });
});

const amounts = fc.bigInt({ min: 1n, max: maximumAmount });
const totals = fc.bigInt({ min: -maximumTotal, max: maximumTotal });

describe("Micros.toUsd", () => {
  it("round-trips amounts", () => {
    fc.assert(
      fc.property(amounts, (micros) => {
        const sent = JSON.stringify(Micros.toUsd(Micros.of(micros)));
        expect(amountFromUsd(JSON.parse(sent), "amountUsd")).toBe(micros);
      }),
      { numRuns: 5_000 },
    );
  });

  it("represents each micro-dollar up to the largest total", () => {
    fc.assert(
      fc.property(totals, (micros) => {
        const usd = Micros.toUsd(Micros.of(micros));
        expect(BigInt(usd.toFixed(6).replace(".", ""))).toBe(micros);
        if (micros < maximumTotal)
          expect(Micros.toUsd(Micros.of(micros + 1n))).toBeGreaterThan(usd);
      }),
      { numRuns: 5_000 },
    );
    expect(Micros.toUsd(maximumTotal)).toBe(8_000_000_000);
    expect(Micros.toUsd(Micros.of(maximumTotal - 1n))).toBe(7_999_999_999.999999);
  });

  it("equals the parsed decimals, also above the largest exact double", () => {
    const any = fc.oneof(totals, fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }));
    fc.assert(
      fc.property(any, (micros) => {
        const decimals = (micros < 0n ? -micros : micros).toString().padStart(7, "0");
        const text = `${decimals.slice(0, -6)}.${decimals.slice(-6)}`;
        const read = micros < 0n ? -Number(text) : Number(text);
        expect(Micros.toUsd(Micros.of(micros))).toBe(read);
      }),
      { numRuns: 5_000 },
    );
  });

  it("has at most six decimals, and zero has no sign", () => {
    expect(JSON.stringify(Micros.toUsd(Micros.of(800_000n)))).toBe("0.8");
    expect(JSON.stringify(Micros.toUsd(Micros.of(123_456_789n)))).toBe("123.456789");
    expect(JSON.stringify(Micros.toUsd(Micros.of(-1_500n)))).toBe("-0.0015");
    expect(Object.is(Micros.toUsd(Micros.of(0n)), 0)).toBe(true);
  });
});

describe("Micros.format", () => {
  it.each([
    [0n, "0.00"],
    [12_000_000n, "12.00"],
    [12_300_000n, "12.30"],
    [1_500n, "0.0015"],
    [1n, "0.000001"],
    [100_000n, "0.10"],
    [10_010n, "0.01001"],
    [123_456_789n, "123.456789"],
    [-3_500_000n, "-3.50"],
    [-1n, "-0.000001"],
    [1_000_000_000_000_000n, "1000000000.00"],
  ])("formats %d micro-dollars as %s", (micros, text) => {
    expect(Micros.format(Micros.of(micros))).toBe(text);
  });

  it("keeps all non-zero digits and at least two decimals", () => {
    fc.assert(
      fc.property(totals, (micros) => {
        const text = Micros.format(Micros.of(micros));
        const [, sign, whole, fraction] = /^(-?)(\d+)\.(\d\d|\d{2,5}[1-9])$/.exec(text) ?? [];
        expect(BigInt(`${whole}${fraction?.padEnd(6, "0")}`)).toBe(micros < 0n ? -micros : micros);
        expect(sign).toBe(micros < 0n ? "-" : "");
      }),
      { numRuns: 2_000 },
    );
  });
});
