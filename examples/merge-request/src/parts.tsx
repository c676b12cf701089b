/** Small parts that several sections use. */
import type { ComponentProps, ReactNode } from 'react';

/** An enum value or a snake-case word as people read it: `WAITING_FOR_RESOURCE` is "Waiting for resource". */
export function wordsOf(value: string): string {
  const words = value.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the items of a list, without missing ones. */
export function present<Item>(items: readonly (Item | null)[] | null | undefined): Item[] {
  return (items ?? []).filter((item) => item !== null);
}

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

function distanceFromNow(time: Date): string {
  const seconds = (time.getTime() - Date.now()) / 1000;
  for (const [unit, length] of units)
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit);
  return 'just now';
}

export function Time({ at }: { at: string | null }) {
  if (at === null) return null;
  const time = new Date(at);
  return (
    <time dateTime={at} title={time.toLocaleString()}>
      {distanceFromNow(time)}
    </time>
  );
}

/** The initials of a person, as decoration beside the name. */
export function Avatar({ name }: { name: string }) {
  const initials = name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0))
    .join('');
  return (
    <span className="avatar" aria-hidden="true">
      {initials}
    </span>
  );
}

/** Reason why an action failed, which screen readers announce. */
export function Problem({ text }: { text: string | undefined }) {
  return text === undefined ? null : (
    <p className="problem" role="alert">
      {text}
    </p>
  );
}

/** A button that keeps the focus while its action is under way, which a disabled one would lose. */
export function Button({ busy, onClick, ...others }: { busy: boolean } & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      aria-disabled={busy}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...others}
    />
  );
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="card" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
