/** String formats of date-times, dates and numbers. Shared by scalars, input checks and the sandbox. */

const datePattern = /^\d{4}-\d{2}-\d{2}$/;
const dateTimePattern = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:?\d{2})$/;
/** Longer strings are rejected unread; a fraction of a second may have any number of digits. */
const maxLength = 64;

const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Parses two digits at an index. `Date.parse` takes ten times as long, and lists contain thousands of date-times. */
const parseTwoDigits = (text: string, index: number): number =>
  10 * (text.charCodeAt(index) - 48) + text.charCodeAt(index + 1) - 48;

/** Whether a string in date format starts with a day of the calendar, unlike `2025-02-30`. */
function startsWithValidDate(text: string): boolean {
  const month = parseTwoDigits(text, 5);
  const day = parseTwoDigits(text, 8);
  if (month === 2 && day === 29) {
    const year = 100 * parseTwoDigits(text, 0) + parseTwoDigits(text, 2);
    return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  }
  return day >= 1 && day <= (daysOfMonths[month - 1] ?? 0);
}

/** Whether a string in date-time format has a time of day, up to `24:00:00`, and an offset below one day. */
function hasTimeAndOffset(text: string): boolean {
  const hour = parseTwoDigits(text, 11);
  const minute = parseTwoDigits(text, 14);
  const second = text.charCodeAt(16) === 58 ? parseTwoDigits(text, 17) : 0;
  if (minute > 59 || second > 59) return false;
  if (hour > 23 && (hour > 24 || !/^.{11}24:00(:00(\.0+)?)?[Zz+-]/.test(text))) return false;
  const last = text.length - 1;
  // `Z` or `z`.
  if (text.charCodeAt(last) > 57) return true;
  const offsetHour = parseTwoDigits(text, last - (text.charCodeAt(last - 2) === 58 ? 4 : 3));
  return offsetHour < 24 && parseTwoDigits(text, last - 1) < 60;
}

/** Whether a string is a date such as `2025-01-15`. */
export function isDate(text: string): boolean {
  return datePattern.test(text) && startsWithValidDate(text);
}

/**
 * Whether a string is a date-time in ISO 8601 with its offset from UTC; seconds and the colon of the offset are
 * optional.
 */
export function isDateTime(text: string): boolean {
  return text.length <= maxLength && dateTimePattern.test(text) && startsWithValidDate(text) && hasTimeAndOffset(text);
}

/** Whether a string is a number in decimal notation, such as `98.5`. */
export function isDecimal(text: string): boolean {
  return text.length <= maxLength && /^-?\d+(\.\d+)?$/.test(text);
}

/** Whether a string is `true` or `false`. */
export const isBooleanString = (text: string): boolean => text === 'true' || text === 'false';

/** Date-time of RFC 3339, apart from the ranges of its numbers. */
const canonicalDateTimePattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;

/** Day alone, or date-time of ISO 8601, also with a space for the `T` or with the name of UTC. */
const looseDateTimePattern =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2})(:\d{2}(?:\.\d+)?)? ?(Z|z|UTC|GMT|[+-]\d{2}(?::?\d{2})?))?$/;

/** Returns the day after a day. */
const getNextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

/**
 * Converts a date-time with an offset from UTC, such as `2025-01-15 11:54:58 UTC`, to RFC 3339. A day becomes its first
 * moment in UTC. `undefined` for any other string.
 */
export function toDateTime(text: string): string | undefined {
  if (text.length > maxLength) return undefined;
  const isCanonical = canonicalDateTimePattern.test(text);
  if (isCanonical && startsWithValidDate(text) && hasTimeAndOffset(text) && !text.startsWith('24', 11)) return text;
  const [, day, time = '00:00', seconds = ':00', zone = 'Z'] = looseDateTimePattern.exec(text) ?? [];
  if (day === undefined) return undefined;
  const offset = zone
    .replace(/^(?:z|UTC|GMT)$/, 'Z')
    .replace(/^(...):?(..)?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`);
  if (!isDateTime(`${day}T${time}${seconds}${offset}`)) return undefined;
  return time === '24:00' ? `${getNextDay(day)}T00:00:00${offset}` : `${day}T${time}${seconds}${offset}`;
}

/** Returns the difference of the instants of two date-times in milliseconds. */
export const compareDateTimes = (a: string, b: string): number =>
  Date.parse(toDateTime(a) ?? '') - Date.parse(toDateTime(b) ?? '');

/** Date of a string that is a date, or a date-time, whose day is that of its own offset; `undefined` otherwise. */
export function toDate(text: string): string | undefined {
  return isDate(text) ? text : (toDateTime(text) ?? toDateTime(`${text}Z`))?.slice(0, 10);
}
