const [dash, point, zero, colon, T, Z] = [45, 46, 48, 58, 84, 90] as const;

/**
 * ISO 8601 in UTC, three times as fast as `toISOString`, because a page has hundreds of timestamps.
 * A spend has one time in four places.
 *
 * @throws RangeError if a date cannot represent the time.
 */
export const timestamp: (time: number) => string = keepingLast(textOf);

export function timestampOrNull(time: number | null): string | null {
  return time === null ? null : timestamp(time);
}

function keepingLast(convert: (time: number) => string): (time: number) => string {
  let lastTime = Number.NaN;
  let lastText = "";
  return (time) => {
    if (time !== lastTime) {
      lastText = convert(time);
      lastTime = time;
    }
    return lastText;
  };
}

function textOf(time: number): string {
  const date = new Date(time);
  const year = date.getUTCFullYear();
  if (!(year >= 1_000 && year <= 9_999)) return date.toISOString();
  const [month, day] = [date.getUTCMonth() + 1, date.getUTCDate()];
  const [hours, minutes, seconds] = [
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  ];
  const milliseconds = date.getUTCMilliseconds();
  // Concatenated text would stay in memory as many pieces.
  // oxfmt-ignore
  return String.fromCharCode(
    digit(year, 1_000), digit(year, 100), digit(year, 10), digit(year, 1),
    dash, digit(month, 10), digit(month, 1),
    dash, digit(day, 10), digit(day, 1),
    T, digit(hours, 10), digit(hours, 1),
    colon, digit(minutes, 10), digit(minutes, 1),
    colon, digit(seconds, 10), digit(seconds, 1),
    point, digit(milliseconds, 100), digit(milliseconds, 10), digit(milliseconds, 1), Z,
  );
}

function digit(value: number, unit: 1 | 10 | 100 | 1_000): number {
  return zero + (Math.floor(value / unit) % 10);
}
