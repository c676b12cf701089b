/** The texts that stand for moments, days and numbers. One truth for scalars, checks and the sandbox. */

const datePattern = /^\d{4}-\d{2}-\d{2}$/;
const dateTimePattern = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:?\d{2})$/;
/** Characters of the longest text that is looked at; a fraction of a second can be any number of digits. */
const longest = 64;

const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Number of two digits at an index. `Date.parse` takes ten times as long, and lists contain thousands of date-times. */
const parseTwoDigits = (text: string, index: number): number =>
  10 * (text.charCodeAt(index) - 48) + text.charCodeAt(index + 1) - 48;

/** Whether a text in the form of a date begins with a day of the calendar, which `2025-02-30` is not. */
function beginsWithDay(text: string): boolean {
  const month = parseTwoDigits(text, 5);
  const day = parseTwoDigits(text, 8);
  if (month === 2 && day === 29) {
    const year = 100 * parseTwoDigits(text, 0) + parseTwoDigits(text, 2);
    return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  }
  return day >= 1 && day <= (daysOfMonths[month - 1] ?? 0);
}

/** Whether a text in the form of a date-time has a time of the day, up to `24:00:00`, and an offset below a day. */
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

/** Whether a text is a day in the form `2025-01-15`. */
export function isDate(text: string): boolean {
  return datePattern.test(text) && beginsWithDay(text);
}

/** Whether a text is a moment in ISO 8601 with its offset from UTC; seconds and the colon of the offset may be absent. */
export function isDateTime(text: string): boolean {
  return text.length <= longest && dateTimePattern.test(text) && beginsWithDay(text) && hasTimeAndOffset(text);
}

/** Whether a text is a number in decimal notation, such as `98.5`. */
export function isDecimal(text: string): boolean {
  return text.length <= longest && /^-?\d+(\.\d+)?$/.test(text);
}

/** Whether a text is one of the words of a switch. */
export const isSwitch = (text: string): boolean => text === 'true' || text === 'false';

/** A date-time with a space for the `T`, or with a zone that ISO 8601 does not know. */
const looseDateTimePattern =
  /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)$/;

/** A text in ISO 8601 if it is a date-time with an offset from UTC, such as `2025-01-15 11:54:58 UTC`; `undefined` otherwise. */
export function toDateTime(text: string): string | undefined {
  if (isDateTime(text)) return text;
  const [, day, time, zone = ''] = (text.length <= longest && looseDateTimePattern.exec(text)) || [];
  const offset = /^[+-]\d{2}$/.test(zone) ? `${zone}:00` : zone.replace(/^(?:z|UTC|GMT)$/, 'Z');
  const dateTime = `${day}T${time}${offset}`;
  return day !== undefined && isDateTime(dateTime) ? dateTime : undefined;
}

/** The day of a text that is a date, or a date-time at midnight; `undefined` otherwise. */
export function toDate(text: string): string | undefined {
  if (isDate(text)) return text;
  const dateTime = toDateTime(text);
  return dateTime !== undefined && /^.{11}00:00(?::00(?:\.0+)?)?\D/.test(dateTime) ? dateTime.slice(0, 10) : undefined;
}
