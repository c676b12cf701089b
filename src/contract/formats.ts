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

/** Date-time with a space for the `T`, or with a zone that is not in ISO 8601. */
const looseDateTimePattern =
  /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)$/;

/**
 * Converts a date-time with an offset from UTC, such as `2025-01-15 11:54:58 UTC`, to ISO 8601; `undefined` for any
 * other string.
 */
export function toDateTime(text: string): string | undefined {
  if (isDateTime(text)) return text;
  const [, day, time, zone = ''] = (text.length <= maxLength && looseDateTimePattern.exec(text)) || [];
  const offset = /^[+-]\d{2}$/.test(zone) ? `${zone}:00` : zone.replace(/^(?:z|UTC|GMT)$/, 'Z');
  const dateTime = `${day}T${time}${offset}`;
  return day !== undefined && isDateTime(dateTime) ? dateTime : undefined;
}

/** Date of a string that is a date, or a date-time at midnight; `undefined` otherwise. */
export function toDate(text: string): string | undefined {
  if (isDate(text)) return text;
  const dateTime = toDateTime(text);
  return dateTime !== undefined && /^.{11}00:00(?::00(?:\.0+)?)?\D/.test(dateTime) ? dateTime.slice(0, 10) : undefined;
}
