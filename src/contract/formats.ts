/** The texts that stand for moments, days and numbers. One truth for scalars, checks and the sandbox. */

const datePattern = /^\d{4}-\d{2}-\d{2}$/;
const dateTimePattern = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}(:\d{2}(\.\d+)?)?([Zz]|[+-]\d{2}:?\d{2})$/;
/** Characters of the longest text that is looked at; a fraction of a second can be any number of digits. */
const longest = 64;

/** `2025-02-30` has the form of a day but is none. */
function beginsWithDay(text: string): boolean {
  const day = text.slice(0, 10);
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

/** Whether a text is a day in the form `2025-01-15`. */
export function isDate(text: string): boolean {
  return datePattern.test(text) && beginsWithDay(text);
}

/** Whether a text is a moment in ISO 8601 with its offset from UTC; seconds and the colon of the offset may be absent. */
export function isDateTime(text: string): boolean {
  return text.length <= longest && dateTimePattern.test(text) && beginsWithDay(text) && !Number.isNaN(Date.parse(text));
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
